import { expect, it } from "vitest";
import { isAddress } from "./is-address";

it("distinguishes a page address from a question about one", () => {
  for (const text of [
    "https://example.org",
    " http://example.org/a?b=c#d ",
    "www.example.org/x",
    "HTTPS://例え.jp/道",
  ]) {
    expect([text, isAddress(text)]).toEqual([text, true]);
  }
  for (const text of ["", "example", "https://", "https://a b", "What is https://example.org?", "ftp://example.org"]) {
    expect([text, isAddress(text)]).toEqual([text, false]);
  }
});
