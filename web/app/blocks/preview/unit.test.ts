import { expect, it } from "vitest";
import { readableColumn, unitOf } from "./unit";

it.each([
  ["Cost Total $", "$"],
  ["Share (%)", "%"],
  ["Flipper Length (mm)", "mm"],
  ["Speed IAS in knots", "knots"],
  ["Orbital period days", "days"],
  ["rain_mm", "mm"],
  ["CO2 ppm", "ppm"],
])("reads the unit of %s", (name, unit) => {
  expect(unitOf(name)).toBe(unit);
});

it.each(["Airport Name", "m", "Volume", "Number of engines", "Revenue (net of all taxes)"])(
  "finds none in %s",
  (name) => {
    expect(unitOf(name)).toBeNull();
  },
);

it.each([
  ["revenue_usd", "revenue (USD)"],
  ["discount_pct", "discount (%)"],
  ["order_date", "order date"],
  ["GDP (billion USD)", "GDP (billion USD)"],
  ["Years at company", "years at company"],
  ["unitPrice", "unit price"],
])("writes %s in a sentence", (name, readable) => {
  expect(readableColumn(name)).toBe(readable);
});
