//! Partitioned Parquet files in S3-compatible storage as sources.

use std::{sync::Arc, time::Duration};

use arrow::array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use parquet::{arrow::ArrowWriter, file::properties::WriterProperties};
use portolan::boot::testing::{Settings, TestServer};
use serde_json::{Value, json};

use crate::{
    ask_command,
    chart_versions::bars,
    client::{HttpAnswer, TestUser, column_types},
    s3_support::{KEY_ID, S3, S3Read},
    world::World,
};

const SECRET: &str = "canary-secret-access-key";
/// Rows of each file, in four row groups.
const ROWS: i64 = 40_000;

/// A world whose server may reach a bucket with four files of sales.
struct Shore {
    s3: S3,
    ada: TestUser,
    _server: TestServer,
    _world: World,
}

fn parquet(columns: Vec<(&str, ArrayRef)>) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let properties =
        WriterProperties::builder().set_max_row_group_row_count(Some(ROWS as usize / 4));
    let properties = properties.build();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    bytes
}

/// Sales in the order of their ids, with a wide text that nothing compresses.
fn sales(first: i64) -> Vec<u8> {
    let ids = first..first + ROWS;
    let item = |id: i64| ["Tea", "Mate", "Cocoa", "Coffee"][(id % 4) as usize];
    let noise = |id: i64| {
        format!(
            "{:032x}",
            (id as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
        )
    };
    parquet(vec![
        ("id", Arc::new(Int64Array::from_iter_values(ids.clone()))),
        (
            "item",
            Arc::new(StringArray::from_iter_values(ids.clone().map(item))),
        ),
        (
            "price",
            Arc::new(Float64Array::from_iter_values(
                ids.clone().map(|id| (id % 100) as f64 / 4.0),
            )),
        ),
        (
            "note",
            Arc::new(StringArray::from_iter_values(ids.map(noise))),
        ),
    ])
}

impl Shore {
    async fn open() -> Self {
        Self::with(|_| {}).await
    }

    async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let s3 = S3::start();
        for (number, (year, month)) in [(2023, 1), (2023, 2), (2024, 1), (2024, 2)]
            .iter()
            .enumerate()
        {
            let key = format!("cellar/tea/sales/year={year}/month={month}/part-0.parquet");
            s3.put(&key, sales(number as i64 * ROWS));
        }
        s3.put("cellar/tea/sales/_SUCCESS", "");
        s3.put("cellar/tea/salaries/secret.parquet", sales(0));
        let world = World::sqlite().await;
        let ada = world.new_user("ada").await;
        let allowed = s3.url.authority().to_owned();
        let server = world
            .restart_with(|settings| {
                settings.fetch_allow = vec![allowed];
                settings.query_seconds = 20;
                change(settings);
            })
            .await;
        Self {
            ada: ada.at(server.address),
            s3,
            _server: server,
            _world: world,
        }
    }

    fn login(&self, url: &str) -> Value {
        json!({"url": url, "endpoint": self.s3.url, "accessKeyId": KEY_ID, "secretAccessKey": SECRET})
    }

    async fn add(&self, url: &str) -> HttpAnswer {
        let body = json!({"s3": self.login(url)});
        self.ada.post("/api/sources", body).await
    }

    async fn sales(&self) -> Value {
        self.add("s3://cellar/tea/sales/").await.is(201).json()
    }

    /// The rows of a query, as a chart gets them.
    async fn query(&self, sql: &str, source: &Value) -> HttpAnswer {
        let body = json!({
            "kind": "table", "title": "Sales", "description": "Rows of sales.", "spec": null,
            "query": {"sql": sql, "sourceIds": [source["id"]]},
        });
        self.s3.take_log();
        self.ada.post("/api/charts", body).await
    }

    /// The keys and the bytes that were read since the last query began.
    fn objects_read(&self) -> (Vec<String>, u64) {
        let mut keys = Vec::new();
        let mut bytes = 0;
        for read in self.s3.take_log() {
            if let S3Read::Object(key, sent) = read {
                bytes += sent;
                keys.push(key);
            }
        }
        keys.sort();
        keys.dedup();
        (keys, bytes)
    }
}

fn rows(answer: HttpAnswer) -> Value {
    let chart = answer.is(201).json();
    chart["data"]["rows"].clone()
}

#[actix_web::test]
async fn files_below_prefix_are_one_table_that_charts_are_drawn_from() {
    let shore = Shore::open().await;
    let source = shore.sales().await;
    assert_eq!(
        (&source["kind"], &source["name"]),
        (&json!("s3"), &json!("sales"))
    );
    assert_eq!(source["rowCount"], 4 * ROWS);
    let columns = source["columns"].as_array().unwrap();
    assert_eq!(
        column_types(&source),
        [
            ("id", "integer"),
            ("item", "string"),
            ("price", "number"),
            ("note", "string"),
            ("year", "integer"),
            ("month", "integer")
        ]
    );
    // From the footers, not from the sample.
    assert_eq!(
        (&columns[0]["min"], &columns[0]["max"]),
        (&json!(0), &json!(4 * ROWS - 1))
    );
    assert_eq!(columns[1]["distinct"], 4);
    assert_eq!(
        (&columns[4]["min"], &columns[4]["max"]),
        (&json!(2023), &json!(2024))
    );
    let detail = source["detail"].as_str().unwrap();
    assert!(detail.contains("4 of 4 files and a sample of"), "{detail}");
    assert!(!source.to_string().contains(SECRET));

    let path = format!("/api/sources/{}/rows", source["id"].as_str().unwrap());
    let shown = shore.ada.get(&path).await.ok();
    assert_eq!(shown["rows"][0].as_array().unwrap().len(), 6);

    let sql = "SELECT \"item\" AS \"Item\", COUNT(*) AS \"Sold\" FROM \"sales\" WHERE \"year\" = 2024 GROUP BY \"item\" ORDER BY \"Item\"";
    let body = json!({
        "kind": "plot", "title": "Sold", "description": "Bars.", "spec": bars(),
        "query": {"sql": sql.replace("\"Sold\"", "\"Total\""), "sourceIds": [source["id"]]},
    });
    let chart = shore.ada.post("/api/charts", body).await.is(201).json();
    assert_eq!(chart["data"]["rows"][0], json!(["Cocoa", 2 * ROWS / 4]));
}

#[actix_web::test]
async fn question_is_answered_from_files_in_object_store() {
    let shore = Shore::open().await;
    let source = json!({"s3": shore.login("s3://cellar/tea/sales/")});
    let body = json!({"question": "Average price by year", "sources": [source]});
    let answer = shore.ada.post("/api/ask", body).await.ok();
    let text = answer.to_string();
    assert!(text.contains("\"outcome\":\"completed\""), "{text}");
    assert!(text.contains("year") && text.contains("12.375"), "{text}");
}

#[actix_web::test]
async fn ask_command_answers_from_files_in_object_store() {
    let shore = Shore::open().await;
    let address = "s3://cellar/tea/sales/";
    let arguments = ["ask", "Average price by year", "--json", "--data", address];
    let environment = [
        ("AWS_ENDPOINT_URL", shore.s3.url.as_str()),
        ("AWS_ACCESS_KEY_ID", KEY_ID),
        ("AWS_SECRET_ACCESS_KEY", SECRET),
        ("PORTOLAN_FETCH_ALLOW", shore.s3.url.authority()),
    ];
    let output = ask_command::run(&arguments, &environment, "").await;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("12.375"), "{text}");
    assert!(!text.contains(SECRET) && !errors.contains(SECRET));
}

#[actix_web::test]
async fn filter_on_partition_reads_only_files_of_that_partition() {
    let shore = Shore::open().await;
    let source = shore.sales().await;
    let sql = "SELECT COUNT(*) AS n, SUM(\"price\") AS p FROM \"sales\" WHERE \"year\" = 2024 AND \"month\" = 2";
    assert_eq!(rows(shore.query(sql, &source).await)[0][0], ROWS);
    let (keys, _) = shore.objects_read();
    assert_eq!(keys, ["cellar/tea/sales/year=2024/month=2/part-0.parquet"]);

    let sql = "SELECT \"month\", COUNT(*) AS n, SUM(\"price\") AS p FROM \"sales\" WHERE \"year\" > 2023 GROUP BY \"month\" ORDER BY \"month\"";
    assert_eq!(
        rows(shore.query(sql, &source).await)
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let (keys, _) = shore.objects_read();
    assert_eq!(keys.len(), 2);
    assert!(keys.iter().all(|key| key.contains("year=2024")), "{keys:?}");
}

#[actix_web::test]
async fn statistics_and_projection_keep_other_bytes_unread() {
    let shore = Shore::open().await;
    let source = shore.sales().await;
    let sql = "SELECT COUNT(\"note\") AS n, MAX(\"price\") AS p, MIN(\"item\") AS i, MAX(\"id\") AS d FROM \"sales\"";
    rows(shore.query(sql, &source).await);
    let (keys, all) = shore.objects_read();
    assert_eq!(keys.len(), 4);
    // One row group of one file has these ids.
    let filtered = format!("{sql} WHERE \"id\" < 1000");
    assert_eq!(rows(shore.query(&filtered, &source).await)[0][0], 1_000);
    let (_, of_group) = shore.objects_read();
    assert!(
        of_group * 3 < all,
        "{of_group} of {all} bytes for a row group"
    );
    let sql = "SELECT SUM(\"price\") AS p FROM \"sales\"";
    rows(shore.query(sql, &source).await);
    let (_, of_column) = shore.objects_read();
    assert!(
        of_column * 3 < all,
        "{of_column} of {all} bytes for a column"
    );
}

#[actix_web::test]
async fn description_reads_a_bounded_sample() {
    let shore = Shore::open().await;
    let wide = sales(0);
    for number in 0..40 {
        let key = format!("cellar/tea/many/part-{number:02}.parquet");
        shore.s3.put(&key, wide.clone());
    }
    shore.s3.take_log();
    let source = shore.add("s3://cellar/tea/many/").await.is(201).json();
    assert_eq!(source["rowCount"], 40 * ROWS);
    let (keys, bytes) = shore.objects_read();
    assert_eq!(keys.len(), 40);
    let whole = 40 * wide.len() as u64;
    assert!(
        bytes * 3 < whole,
        "{bytes} of {whole} bytes for a description"
    );
}

#[actix_web::test]
async fn answer_beyond_row_limit_is_cut() {
    let shore = Shore::open().await;
    let source = shore.sales().await;
    let sql = "SELECT \"id\" FROM \"sales\" WHERE \"year\" = 2023";
    let chart = shore.query(sql, &source).await.is(201).json();
    let data = &chart["data"];
    assert_eq!(data["truncated"], true);
    assert!(data["rows"].as_array().unwrap().len() <= 10_000);
}

#[actix_web::test]
async fn query_that_waits_for_slow_storage_ends_at_time_limit() {
    let shore = Shore::with(|settings| settings.query_seconds = 1).await;
    let source = shore.sales().await;
    *shore.s3.bucket.delay.lock().unwrap() = Duration::from_secs(3);
    let answer = shore
        .query("SELECT SUM(\"price\") AS p FROM \"sales\"", &source)
        .await;
    assert!(
        answer.text().contains("longer than 1 s"),
        "{}",
        answer.text()
    );
}

#[actix_web::test]
async fn wrong_keys_and_missing_prefixes_are_explained() {
    let shore = Shore::open().await;
    let mut login = shore.login("s3://cellar/tea/sales/");
    login["accessKeyId"] = json!("other");
    let answer = shore.ada.post("/api/sources", json!({"s3": login})).await;
    let text = answer.is(422).text();
    assert!(
        text.contains("refused access to s3://cellar/tea/sales"),
        "{text}"
    );
    assert!(!text.contains(SECRET));
    for (url, advice) in [
        ("s3://cellar/tea/sal", "no Parquet files below this prefix"),
        ("s3://cellar/none/", "no Parquet files below this prefix"),
        ("s3://attic/tea/", "s3://attic/tea was not found"),
        ("s3://cellar/../tea/", "must look like s3://bucket/prefix/"),
    ] {
        let text = shore.add(url).await.is(422).text();
        assert!(text.contains(advice), "{url}: {text}");
    }
}

#[actix_web::test]
async fn files_of_different_columns_are_one_table_and_of_different_types_are_refused() {
    let shore = Shore::open().await;
    let ids = || Arc::new(Int64Array::from(vec![1, 2])) as ArrayRef;
    let texts = || Arc::new(StringArray::from(vec!["a", "b"])) as ArrayRef;
    shore
        .s3
        .put("cellar/wide/a.parquet", parquet(vec![("id", ids())]));
    shore.s3.put(
        "cellar/wide/b.parquet",
        parquet(vec![("id", ids()), ("name", texts())]),
    );
    let source = shore.add("s3://cellar/wide/").await.is(201).json();
    assert_eq!(source["columns"][1]["nulls"], 2);
    let sql = "SELECT COUNT(*) AS n, COUNT(\"name\") AS named FROM \"wide\"";
    assert_eq!(rows(shore.query(sql, &source).await)[0], json!([4, 2]));

    shore
        .s3
        .put("cellar/mixed/a.parquet", parquet(vec![("id", ids())]));
    shore
        .s3
        .put("cellar/mixed/b.parquet", parquet(vec![("id", texts())]));
    let text = shore.add("s3://cellar/mixed/").await.is(422).text();
    assert!(text.contains("can't be read as one table"), "{text}");

    shore.s3.put(
        "cellar/split/year=1/a.parquet",
        parquet(vec![("id", ids())]),
    );
    shore
        .s3
        .put("cellar/split/b.parquet", parquet(vec![("id", ids())]));
    let text = shore.add("s3://cellar/split/").await.is(422).text();
    assert!(text.contains("partitioned differently"), "{text}");

    shore.s3.put("cellar/delta/_delta_log/0.json", "{}");
    shore
        .s3
        .put("cellar/delta/a.parquet", parquet(vec![("id", ids())]));
    let text = shore.add("s3://cellar/delta/").await.is(422).text();
    assert!(text.contains("Delta Lake"), "{text}");

    shore.s3.put("cellar/torn/a.parquet", "PAR1 and no footer");
    shore.add("s3://cellar/torn/").await.is(422);
}

#[actix_web::test]
async fn file_replaced_while_it_is_read_fails_the_query_and_the_next_one_sees_it() {
    let shore = Shore::open().await;
    let source = shore.sales().await;
    let key = "cellar/tea/sales/year=2024/month=2/part-0.parquet".to_owned();
    *shore.s3.bucket.replacement.lock().unwrap() = Some((key, sales(1_000_000).into()));
    let sql = "SELECT MAX(\"id\") AS m, MAX(\"note\") AS n FROM \"sales\"";
    let text = shore.query(sql, &source).await.text();
    assert!(
        text.contains("replaced or deleted while it was read"),
        "{text}"
    );
    assert_eq!(
        rows(shore.query(sql, &source).await)[0][0],
        1_000_000 + ROWS - 1
    );

    let file = "cellar/tea/sales/late.parquet";
    shore.s3.put(file, sales(0));
    let text = shore.query(sql, &source).await.text();
    assert!(
        text.contains("late.parquet is not in a folder of the partition columns year and month"),
        "{text}"
    );
}

#[actix_web::test]
async fn refreshed_source_describes_new_files() {
    let shore = Shore::open().await;
    let source = shore.sales().await;
    shore.s3.put(
        "cellar/tea/sales/year=2025/month=1/part-0.parquet",
        sales(4 * ROWS),
    );
    let path = format!("/api/sources/{}/refresh", source["id"].as_str().unwrap());
    let renewed = shore.ada.post(&path, json!({})).await.ok();
    assert_eq!(renewed["rowCount"], 5 * ROWS);
}

#[actix_web::test]
async fn query_reads_nothing_outside_its_prefix() {
    let shore = Shore::open().await;
    let source = shore.sales().await;
    let sql = "SELECT COUNT(*) AS n, MAX(\"note\") AS m FROM \"sales\"";
    assert_eq!(rows(shore.query(sql, &source).await)[0][0], 4 * ROWS);
    for read in shore.s3.take_log() {
        match read {
            S3Read::List(prefix) => assert_eq!(prefix, "tea/sales/"),
            S3Read::Object(key, _) => assert!(key.starts_with("cellar/tea/sales/"), "{key}"),
        }
    }
    for sql in [
        "SELECT * FROM \"salaries\"",
        "SELECT * FROM 's3://cellar/tea/salaries/'",
        "SELECT * FROM read_parquet('lake://table0/../salaries/secret.parquet')",
    ] {
        let status = shore.query(sql, &source).await.status;
        assert!((400..500).contains(&status), "{sql}: {status}");
        assert_eq!(shore.s3.take_log(), []);
    }
    // Another user has no way to the source.
    let eve = shore._world.new_user("eve").await.at(shore._server.address);
    let path = format!("/api/sources/{}/rows", source["id"].as_str().unwrap());
    eve.get(&path).await.is(404);
}

#[actix_web::test]
async fn private_address_of_object_store_is_not_dialled_unless_allowed() {
    let shore = Shore::with(|settings| settings.fetch_allow = Vec::new()).await;
    let text = shore.add("s3://cellar/tea/sales/").await.is(422).text();
    assert!(text.contains("not on the public internet"), "{text}");
    assert_eq!(shore.s3.take_log(), []);
}

/// CPU seconds and the peak of resident memory in MB of the query workers of this process.
fn worker_usage() -> (f64, u64) {
    let own = std::process::id().to_string();
    let mut usage = (0.0, 0);
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else {
            continue;
        };
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap()
            .split_whitespace()
            .collect();
        if fields[1] != own {
            continue;
        }
        let ticks = |place: usize| fields[place].parse::<f64>().unwrap();
        usage.0 += (ticks(11) + ticks(12)) / 100.0;
        let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        usage.1 = usage.1.max(peak.unwrap_or(0) >> 10);
    }
    usage
}

#[actix_web::test]
#[ignore = "measures for minutes over files of portolan-bench-lake; see PERFORMANCE.md"]
async fn billion_rows_in_object_store() {
    let folder = std::env::var("PORTOLAN_LAKE").expect("the folder of portolan-bench-lake");
    let shore = Shore::with(|settings| {
        settings.query_seconds = 900;
        settings.convert_seconds = 900;
    })
    .await;
    let mut files = 0;
    for year in std::fs::read_dir(folder).unwrap().flatten() {
        for file in std::fs::read_dir(year.path()).unwrap().flatten() {
            let (year, name) = (year.file_name(), file.file_name());
            let key = format!("cellar/big/{}/{}", year.display(), name.display());
            shore.s3.put(&key, std::fs::read(file.path()).unwrap());
            files += 1;
        }
    }
    let report = |what: &str, since: tokio::time::Instant, before: f64| {
        let (cpu, peak) = worker_usage();
        let requests = shore.s3.take_log();
        let (mut keys, mut bytes) = (std::collections::BTreeSet::new(), 0);
        for read in &requests {
            if let S3Read::Object(key, sent) = read {
                keys.insert(key);
                bytes += sent;
            }
        }
        println!(
            "{what}: {:.1} s, {:.1} CPU s of the worker, peak {peak} MB; {} of {files} files, {} requests, {} MB",
            since.elapsed().as_secs_f64(),
            cpu - before,
            keys.len(),
            requests.len(),
            bytes >> 20
        );
    };
    let (since, before) = (tokio::time::Instant::now(), worker_usage().0);
    let source = shore.add("s3://cellar/big/").await.is(201).json();
    report("describe", since, before);
    println!("{}", source["detail"]);
    let grouped = "SELECT \"item\", COUNT(*) AS n, SUM(\"quantity\") AS q FROM \"big\"";
    for (what, clause) in [
        ("a partition", "WHERE \"year\" = 2020"),
        ("all partitions", ""),
    ] {
        let sql = format!("{grouped} {clause} GROUP BY \"item\" ORDER BY \"item\"");
        let (since, before) = (tokio::time::Instant::now(), worker_usage().0);
        let groups = rows(shore.query(&sql, &source).await);
        report(what, since, before);
        let counts = groups
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row[1].as_u64().unwrap());
        println!(
            "{} rows counted in {} groups",
            counts.sum::<u64>(),
            groups.as_array().unwrap().len()
        );
    }
}
