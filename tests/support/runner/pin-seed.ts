import fc from "fast-check";

/**
 * Every property test draws the same cases in each run, so that a failure is reproducible. `npm run verify` draws new
 * ones.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_123) });
