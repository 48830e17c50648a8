// npm run build: the client, the server and its query worker; prints the server's path last.
// With --release the fully optimised ones, for benches and packages.
import { binary, buildServer, buildWeb, profile } from "./steps.mjs";

const builtProfile = process.argv.includes("--release") ? "release" : profile;
buildWeb();
buildServer(builtProfile);
console.log(binary("portolan", builtProfile));
