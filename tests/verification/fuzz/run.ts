import { runCampaign } from "./campaign.ts";

/*
 * Requests to every endpoint of the program, mostly valid, nearly valid or hostile, as every actor.
 * `node tests/verification/fuzz/run.ts [requests=200000] [seed] [at once=16]`; needs the built screens; fails on any
 * finding.
 */

const requests = Number(process.argv[2] ?? 200_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const atOnce = Number(process.argv[4] ?? 16);
console.log(`seed ${seed}`);
const outcome = await runCampaign({ requests, seed, atOnce, tell: (text) => console.log(text) });
const { findings, ...rest } = outcome;
console.log(JSON.stringify({ ...rest, findings: findings.length }));
process.exitCode = findings.length === 0 ? 0 : 1;
