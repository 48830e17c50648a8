/** The hash that Ethereum has, which is not quite SHA-3's: Node has none of it. */
export function keccak256(bytes: Uint8Array): Buffer {
  const rate = 136;
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / rate) * rate);
  padded.set(bytes);
  padded[bytes.length] = 1;
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80;
  const state = Array.from({ length: 25 }, () => 0n);
  const blocks = Buffer.from(padded);
  for (let start = 0; start < padded.length; start += rate) {
    for (let lane = 0; lane < rate / 8; lane += 1) xor(state, lane, blocks.readBigUInt64LE(start + lane * 8));
    permute(state);
  }
  const hash = Buffer.alloc(32);
  for (let lane = 0; lane < 4; lane += 1) hash.writeBigUInt64LE(state[lane] ?? 0n, lane * 8);
  return hash;
}

const mask = (1n << 64n) - 1n;
const turned = (lane: bigint, by: number) => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & mask;
const at = (lanes: readonly bigint[], place: number) => lanes[place] ?? 0n;
const xor = (lanes: bigint[], place: number, value: bigint) => {
  lanes[place] = at(lanes, place) ^ value;
};

function permute(state: bigint[]): void {
  let feedback = 1;
  for (let round = 0; round < 24; round += 1) {
    const parity = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ at(state, x + y), 0n));
    for (let place = 0; place < 25; place += 1) {
      xor(state, place, at(parity, (place + 4) % 5) ^ turned(at(parity, (place + 1) % 5), 1));
    }
    let [x, y, carried] = [1, 0, at(state, 1)];
    for (let step = 0; step < 24; step += 1) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const place = x + 5 * y;
      [carried, state[place]] = [at(state, place), turned(carried, (((step + 1) * (step + 2)) / 2) % 64)];
    }
    for (let row = 0; row < 25; row += 5) {
      const lanes = state.slice(row, row + 5);
      for (let column = 0; column < 5; column += 1) {
        xor(state, row + column, (at(lanes, (column + 1) % 5) ^ mask) & at(lanes, (column + 2) % 5));
      }
    }
    for (let bit = 0; bit < 7; bit += 1) {
      if (feedback & 1) xor(state, 0, 1n << BigInt((1 << bit) - 1));
      feedback = (feedback << 1) ^ (feedback & 0x80 ? 0x171 : 0);
    }
  }
}
