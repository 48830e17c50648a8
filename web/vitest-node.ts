// Node 20 lacks this, and Vitest calls it to tell of a failed test.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    index += 1;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

export {};
