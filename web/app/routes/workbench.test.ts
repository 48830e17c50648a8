import { afterEach, expect, it, vi } from "vitest";
import { type Profile, profileQuery } from "../api/profile";
import { queryClient } from "../api/query-client";
import { clientLoader } from "./workbench";

const profile: Profile = {
  username: "ada",
  fullName: "Ada",
  isAdmin: false,
  isContributor: false,
  avatarUrl: null,
  bio: null,
  professionalInfo: null,
};

afterEach(() => {
  vi.unstubAllEnvs();
  queryClient.clear();
});

function open(): Promise<null> {
  return clientLoader({ request: new Request("https://portolan.test/test/test") } as Parameters<
    typeof clientLoader
  >[0]);
}

it("workbench is available to admins only", async () => {
  vi.stubEnv("DEV", false);
  queryClient.setQueryData(profileQuery().queryKey, profile);
  await expect(open()).rejects.toMatchObject({ init: { status: 404 } });
  queryClient.setQueryData(profileQuery().queryKey, { ...profile, isAdmin: true });
  await expect(open()).resolves.toBeNull();
});

it("workbench is available to everyone in development", async () => {
  vi.stubEnv("DEV", true);
  await expect(open()).resolves.toBeNull();
});
