import { afterEach, describe, expect, it } from "vitest";
import { isExtensionMode } from "./extension-mode";
import { extensionTarget } from "./guards";

const visit = (address: string) => history.replaceState(null, "", address);

describe("extension mode", () => {
  afterEach(() => {
    sessionStorage.clear();
    visit("/");
  });

  it("is off without the query parameter or with a different one", () => {
    visit("/extension?embedded_by=somebody");
    expect(isExtensionMode()).toBe(false);
    expect(extensionTarget("/start")).toBeNull();
  });

  it("stays on after the query parameter was present once", () => {
    visit("/extension?embedded_by=extension");
    expect(isExtensionMode()).toBe(true);
    visit("/charts");
    expect(isExtensionMode()).toBe(true);
    expect(["/", "/login", "/start"].map(extensionTarget)).toEqual(["/extension", "/extension", "/extension"]);
    expect(["/charts", "/extension", "/pricing"].map(extensionTarget)).toEqual([null, null, null]);
  });
});
