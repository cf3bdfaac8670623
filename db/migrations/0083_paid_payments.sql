-- Paid payments are asked about once a day, the longest unasked first: a bank may have taken the money back.
create index payments_paid on public.payments (updated_at) where status = 'settled';
