// React Router's command line without its warning about Node 20: package.json names the versions that the tests run on.
const { warn } = console;
console.warn = (...words) => {
  if (!/react-router requires a Node version/.test(String(words[0]))) warn(...words);
};

// The package exports no entry for its command line.
await import("../../node_modules/@react-router/dev/bin.cjs");
