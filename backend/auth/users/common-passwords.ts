/**
 * The most common passwords in Indonesia and elsewhere, which attackers try first. Lower case, at least eight
 * characters, since shorter ones are refused for their length.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  12345678 123456789 1234567890 12345678910 123123123 123321123 12341234 11111111 111111111 1111111111
  00000000 000000000 22222222 33333333 55555555 66666666 77777777 88888888 99999999 87654321 987654321
  0987654321 9876543210 112233445566 11223344 1122334455 12344321 1234554321 147258369 159753159 741852963
  789456123 123456123 123456654321 12345678a 123456789a a12345678 a123456789 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz2wsx 1qaz2wsx3edc qazwsxedc zaq12wsx q1w2e3r4 q1w2e3r4t5 qwer1234 qwerty12 qwerty123 qwerty1234
  qwerty12345 qwertyui qwertyuiop asdfghjkl asdfasdf asdf1234 zxcvbnm123 zxcvbnm1 1234qwer 123qweasd
  qweasdzxc abcd1234 abc12345 abc123456 abcdefgh abcdefg1 aa123456 aa12345678 a1b2c3d4 aaaaaaaa password
  password1 password12 password123 password1234 password! passw0rd p@ssw0rd p@ssword pass1234 password2024
  password2025 password2026 admin123 admin1234 admin12345 administrator adminadmin welcome1 welcome123
  iloveyou iloveyou1 iloveyou2 princess princess1 sunshine sunshine1 football football1 baseball superman
  batman123 pokemon123 dragon123 monkey123 shadow123 michael1 jennifer jordan23 liverpool liverpool1 chelsea1
  arsenal1 manchester barcelona realmadrid juventus computer internet samsung123 whatever trustno1 starwars
  letmein1 letmein123 master123 login123 changeme changeme1 secret123 default1 test1234 test12345 testtest
  user1234 guest123 root1234 access14 hello123 helloworld freedom1 mustang1 cheese123 butterfly chocolate
  diamond1 elephant charlie1 christian jesus123 godisgood blessing1 naruto123 onepiece1 minecraft
  sayang123 sayangku sayang1234 sayangkamu sayangmama sayangibu akusayangkamu akucintakamu cintaku123 cinta123
  cintaku1 cintakamu akucinta kamucantik cantik123 ganteng123 gantengbanget bismillah bismillah1 bismillah123
  bismillah12 alhamdulillah assalamualaikum astaghfirullah subhanallah allahuakbar insyaallah muhammad
  muhammad123 ramadhan ramadan123 indonesia indonesia1 indonesia123 indonesiaku indonesiaraya merdeka45
  merdeka1945 merdeka17 garuda123 pancasila jakarta123 jakarta1 bandung123 surabaya surabaya1 yogyakarta
  semarang malang123 medan123 palembang makassar persib1933 persib123 viking1933 persija123 persija1928
  arema1987 arema123 bonek1927 rahasia123 rahasia1 rahasiaku katasandi katasandi1 katasandi123 sandi123
  masukaja bebas123 bebasaja terserah terserah1 lupapassword gataulah gaktau123 anakku123 mamapapa
  mamaku123 ibuku123 bapakku1 keluarga keluarga1 keluargaku doraemon doraemon1 doraemon123 kucing123 kucinglucu
  semangka mangga123 nasigoreng rendang123 jomblo123 galau123 semangat semangat1 semangat45 semangat123 sukses123
  suksesselalu bahagia1 bahagia123 berkah123 rejeki123 belanja1 belanja123 tokoonline tokoku123 customer
  etalase123 gojek123 tokopedia shopee123 dewi1234 putri123 agus1234 budi1234 rizky123 bintang1 bintang123
  pelangi1 pelangi123 matahari matahari1 kupukupu bidadari bidadari1 superstar blackpink blackpink1 bangtan7
  `
    .trim()
    .split(/\s+/),
);
