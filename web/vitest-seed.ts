// Property tests draw the same cases each time; `npm run test:long` draws new ones.
import { configureGlobal } from "fast-check";

configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) });
