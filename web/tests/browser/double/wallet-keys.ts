import { createECDH, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { keccak256 } from "./keccak.ts";

/** Wallet account: an address, and the key that signs for it. */
export interface WalletKey {
  address: string;
  sign: (message: Uint8Array) => Uint8Array;
}

/** A key of Solana's kind. */
export function solanaKey(): WalletKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const address = base58(Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"));
  return { address, sign: (message) => sign(null, message, privateKey) };
}

/** A key of Ethereum's kind, which signs personal messages (EIP-191). */
export function ethereumKey(): WalletKey {
  const secret = randomBytes(31);
  const address = `0x${keccak256(publicPoint(secret).subarray(1)).subarray(12).toString("hex")}`;
  return {
    address,
    sign: (message) => {
      const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`);
      return signHash(keccak256(Buffer.concat([prefix, message])), secret);
    },
  };
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function signHash(hash: Buffer, secret: Buffer): Buffer {
  const once = randomBytes(31);
  const point = publicPoint(once);
  const r = numberOf(point.subarray(1, 33)) % order;
  const s = (inverse(numberOf(once)) * (numberOf(hash) + r * numberOf(secret))) % order;
  // Of the two signatures that there are, only the lower is taken.
  const isHigh = s > order / 2n;
  const isOdd = (point.at(-1) ?? 0) % 2 === 1;
  const recovery = 27 + (isOdd !== isHigh ? 1 : 0);
  const hex = [r, isHigh ? order - s : s].map((part) => part.toString(16).padStart(64, "0")).join("");
  return Buffer.from(hex + recovery.toString(16), "hex");
}

function publicPoint(secret: Buffer): Buffer {
  const curve = createECDH("secp256k1");
  curve.setPrivateKey(secret);
  return curve.getPublicKey();
}

const numberOf = (bytes: Buffer) => BigInt(`0x${bytes.toString("hex")}`);

/** Returns the modular inverse of a number. */
function inverse(number: bigint): bigint {
  let [result, base, power] = [1n, number % order, order - 2n];
  for (; power > 0n; power >>= 1n, base = (base * base) % order) if (power & 1n) result = (result * base) % order;
  return result;
}

const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

function base58(bytes: Buffer): string {
  let text = "";
  for (let rest = numberOf(bytes); rest > 0n; rest /= 58n) text = letters.charAt(Number(rest % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(Math.max(zeros, 0)) + text;
}
