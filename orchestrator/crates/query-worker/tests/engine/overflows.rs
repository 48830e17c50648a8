//! Queries beyond the width of their types, for every way in which a query reaches the engine.

/// The file `rows_of_file.csv`.
pub const ROWS: &str = "\
id,step,day,time,price
1,1,2020-01-31,2020-01-31T00:00:00,900000000000000.5
2,-1,1970-01-01,1970-01-01T00:00:00,0.25
";

/// The rows with the largest and the smallest number of 64 bits, which no file brings as a number.
pub const EDGES: &str = "WITH edges AS (SELECT *, CASE WHEN id = 1 THEN 9223372036854775807 \
     ELSE -9223372036854775807 - 1 END AS big FROM rows_of_file) ";

/// Queries whose result fits no type that the engine would give it.
pub const OVERFLOWS: &[&str] = &[
    // Sums, differences and products of columns and of constants.
    "SELECT big + step FROM edges WHERE id = 1",
    "SELECT big + 1 FROM edges WHERE id = 1",
    "SELECT 1 + big FROM edges WHERE id = 1",
    "SELECT big - 1 FROM edges WHERE id = 2",
    "SELECT big - step FROM edges WHERE id = 2 AND big - 1 < 0",
    "SELECT big * 2 FROM edges WHERE id = 1",
    "SELECT big * step FROM edges WHERE id = 2",
    "SELECT -big FROM edges WHERE id = 2",
    "SELECT 9223372036854775807 + 1",
    "SELECT -9223372036854775807 - 2",
    "SELECT 9223372036854775807 * 2",
    "SELECT 3037000500 * 3037000500",
    "SELECT id FROM edges WHERE big + step > 0",
    "SELECT id FROM edges ORDER BY big * 2",
    "SELECT big * 2, count(*) FROM edges GROUP BY big * 2",
    "SELECT max(big * 2) FROM edges",
    "SELECT id FROM edges GROUP BY id HAVING max(big) * 2 > 0",
    "SELECT CASE WHEN id = 1 THEN big + 1 ELSE 0 END FROM edges",
    "SELECT a.id FROM edges a JOIN edges b ON a.big + a.step = b.big",
    "SELECT (SELECT max(big) FROM edges) + 1",
    "SELECT id FROM edges WHERE id IN (SELECT big + 1 FROM edges)",
    "SELECT abs(big) FROM edges WHERE id = 2",
    "SELECT big / step FROM edges WHERE id = 2",
    "SELECT CAST(100 AS TINYINT) + CAST(100 AS TINYINT)",
    "SELECT CAST(2147483647 AS INT) * CAST(2 AS INT)",
    "SELECT power(10, 30) * 0 + CAST(power(10.0, 30) AS BIGINT)",
    "SELECT factorial(21)",
    "SELECT lcm(big, 9223372036854775806) FROM edges WHERE id = 1",
    "SELECT CAST(99999999999999999999999999999999999999 AS DECIMAL(38, 0)) * 10",
    // Aggregates.
    "SELECT sum(big) FROM edges, (VALUES (1), (2)) AS twice(n) WHERE id = 1",
    "SELECT id, sum(big) FROM edges, (VALUES (1), (2)) AS twice(n) GROUP BY id",
    "SELECT sum(DISTINCT big - n) FROM edges, (VALUES (1), (2)) AS twice(n) WHERE id = 1",
    "SELECT sum(big) + 1 FROM edges WHERE id = 1",
    "SELECT sum(big + 1) FROM edges WHERE id = 1",
    "SELECT sum(big) FILTER (WHERE id = 1) * 2 FROM edges",
    "SELECT sum(CAST(99999999999999999999999999999999999999 AS DECIMAL(38, 0))) FROM edges",
    "SELECT sum(sum(big)) OVER () FROM edges, (VALUES (1), (2)) AS twice(n) WHERE id = 1 GROUP BY n",
    // Running totals.
    "SELECT sum(big) OVER (ORDER BY n) FROM edges, (VALUES (1), (2)) AS twice(n) WHERE id = 1",
    "SELECT sum(big) OVER (ORDER BY n ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM edges, (VALUES (1), (2), (3)) AS thrice(n) WHERE id = 1",
    "SELECT sum(big) OVER (PARTITION BY id) FROM edges, (VALUES (1), (2)) AS twice(n)",
    "SELECT big - lag(big) OVER (ORDER BY id) FROM edges",
    // Casts.
    "SELECT CAST(price * 1000000000 AS BIGINT) FROM edges",
    "SELECT CAST(big AS INT) FROM edges",
    "SELECT CAST(300 AS TINYINT)",
    "SELECT CAST('9223372036854775808' AS BIGINT)",
    "SELECT CAST(big AS DECIMAL(10, 0)) FROM edges",
    "SELECT CAST(1e19 AS BIGINT)",
    // Dates and times.
    "SELECT day + INTERVAL '3000000 years' FROM edges",
    "SELECT day - INTERVAL '300000000 months' FROM edges",
    "SELECT time + INTERVAL '300000 years' FROM edges",
    "SELECT TIMESTAMP '2020-01-01' + INTERVAL '1000 years'",
    "SELECT CAST(DATE '9999-12-31' AS TIMESTAMP)",
    "SELECT to_timestamp(big) FROM edges",
    "SELECT to_timestamp_seconds(big) FROM edges",
    "SELECT from_unixtime(big) FROM edges",
    "SELECT (time - TIMESTAMP '1700-01-01') * 100 FROM edges",
    "SELECT INTERVAL '2147483647 months' + INTERVAL '1 month'",
    "SELECT make_date(300000000, 1, 1)",
];
