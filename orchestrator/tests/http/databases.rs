//! Tables of PostgreSQL databases and of SQLite files as sources, and attacks on them.

use std::net::SocketAddr;

use portolan_store::testing::{READER, READER_PASSWORD, UserDatabase};
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, UnixStream},
};

use crate::{
    chart_versions::bars,
    client::{HttpAnswer, TestUser, column_types},
    overflows::{EDGES, OVERFLOWS},
    sources::upload,
    world::World,
};

const SHOP: &str = "
    CREATE TYPE size AS ENUM ('small', 'large');
    CREATE TABLE orders (
        id SERIAL PRIMARY KEY, product TEXT NOT NULL, \"Unit price\" NUMERIC(10, 2), quantity INT, placed DATE,
        changed TIMESTAMPTZ, paid BOOLEAN, kind size, tags TEXT[], data BYTEA);
    INSERT INTO orders (product, \"Unit price\", quantity, placed, changed, paid, kind, tags, data) VALUES
        ('Lamp', 19.50, 2, '2026-01-02', '2026-01-02 10:00+02', true, 'small', '{a,b}', '\\x00'),
        ('Chair', 80.25, 1, '2026-02-03', NULL, false, 'large', NULL, NULL),
        ('Lamp', 21.00, NULL, '2026-03-04', NULL, NULL, 'small', NULL, NULL);
    CREATE VIEW revenue AS SELECT product, sum(\"Unit price\" * quantity) AS total FROM orders GROUP BY product;
    CREATE TABLE secrets (word TEXT); REVOKE ALL ON secrets FROM reader;
    CREATE FUNCTION spread() RETURNS INT LANGUAGE plpgsql AS $$ BEGIN DELETE FROM public.orders; RETURN 1; END $$;";

/// The rows of `overflows.rs` as a table.
const ROWS_OF_FILE: &str = "
    CREATE TABLE rows_of_file (id BIGINT, step BIGINT, day DATE, time TIMESTAMP, price DOUBLE PRECISION);
    INSERT INTO rows_of_file VALUES (1, 1, '2020-01-31', '2020-01-31', 900000000000000.5),
        (2, -1, '1970-01-01', '1970-01-01', 0.25);";

/// A world whose server may reach a database over TCP.
struct PostgresShop {
    world: World,
    ada: TestUser,
    database: UserDatabase,
    address: SocketAddr,
    _server: portolan::boot::testing::TestServer,
}

impl PostgresShop {
    async fn open(statements: &str) -> Option<Self> {
        let database = UserDatabase::create(statements).await?;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let socket = database.socket.clone();
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let mut server = UnixStream::connect(&socket).await.unwrap();
                tokio::spawn(async move { copy_bidirectional(&mut client, &mut server).await });
            }
        });
        let world = World::sqlite().await;
        let ada = world.new_user("ada").await;
        let server = world
            .restart_with(|settings| {
                settings.fetch_allow = vec![address.to_string()];
                settings.query_seconds = 5;
            })
            .await;
        let ada = ada.at(server.address);
        Some(Self {
            world,
            ada,
            database,
            address,
            _server: server,
        })
    }

    fn login(&self) -> Value {
        json!({
            "host": self.address.ip().to_string(), "port": self.address.port(), "database": self.database.name,
            "user": READER, "password": READER_PASSWORD, "sslMode": "disable",
        })
    }

    async fn add(&self, tables: &[&str]) -> HttpAnswer {
        let named = |table: &&str| json!({"schema": "public", "table": table});
        let tables: Vec<Value> = tables.iter().map(named).collect();
        let body = json!({"database": self.login(), "tables": tables});
        self.ada.post("/api/sources", body).await
    }

    /// The rows of a query over these sources, as a chart gets them.
    async fn query(&self, sql: &str, sources: &[&Value]) -> HttpAnswer {
        let ids: Vec<&Value> = sources.iter().map(|source| &source["id"]).collect();
        let body = json!({
            "kind": "table", "title": "Orders", "description": "Rows of orders.", "spec": null,
            "query": {"sql": sql, "sourceIds": ids},
        });
        self.ada.post("/api/charts", body).await
    }
}

macro_rules! open_shop {
    ($statements:expr) => {
        match PostgresShop::open($statements).await {
            Some(shop) => shop,
            None => return,
        }
    };
}

#[actix_web::test]
async fn tables_of_database_are_listed_profiled_and_queried_where_they_are() {
    let mut shop = open_shop!(SHOP);
    let listed = shop
        .ada
        .post("/api/databases/tables", json!({"database": shop.login()}))
        .await;
    let listed = listed.ok();
    let names: Vec<&Value> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| &table["table"])
        .collect();
    assert_eq!(names, ["orders", "revenue"]);

    let added = shop.add(&["orders", "revenue"]).await.is(201).json();
    let orders = &added["items"][0];
    assert_eq!(
        (&orders["kind"], &orders["name"]),
        (&json!("postgresql"), &json!("orders"))
    );
    assert_eq!(orders["rowCount"], 3);
    assert_eq!(
        column_types(orders),
        [
            ("id", "integer"),
            ("product", "string"),
            ("Unit price", "number"),
            ("quantity", "integer"),
            ("placed", "date"),
            ("changed", "datetime"),
            ("paid", "boolean"),
            ("kind", "string"),
            ("tags", "string"),
        ]
    );
    let price = &orders["columns"][2];
    assert_eq!(
        (&price["min"], &price["max"], &price["distinct"]),
        (&json!(19.5), &json!(80.25), &json!(3))
    );
    assert_eq!(orders["columns"][3]["nulls"], 1);
    assert!(
        orders["detail"].as_str().unwrap().contains("data"),
        "{orders}"
    );
    assert!(!added.to_string().contains(READER_PASSWORD));

    let path = format!("/api/sources/{}/rows", orders["id"].as_str().unwrap());
    let rows = shop.ada.get(&path).await.ok();
    assert_eq!(
        rows["rows"][0],
        json!([
            1,
            "Lamp",
            19.5,
            2,
            "2026-01-02",
            "2026-01-02T08:00:00",
            true,
            "small",
            "{a,b}"
        ])
    );

    // The next query sees what the database has by then.
    shop.database
        .execute("INSERT INTO orders (product, quantity, placed) VALUES ('Desk', 7, '2026-03-05')")
        .await;
    let sql = "SELECT \"product\" AS \"Item\", SUM(\"quantity\") AS \"Total\" FROM \"orders\" GROUP BY \"product\" ORDER BY \"Total\" DESC";
    let body = json!({
        "kind": "plot", "title": "Desks lead", "description": "Bars.", "spec": bars(),
        "query": {"sql": sql, "sourceIds": [orders["id"]]},
    });
    let chart = shop.ada.post("/api/charts", body).await.is(201).json();
    assert_eq!(
        chart["data"]["rows"],
        json!([["Desk", 7], ["Lamp", 2], ["Chair", 1]])
    );
    shop.database
        .execute("UPDATE orders SET quantity = 9 WHERE product = 'Desk'")
        .await;
    let refresh = format!("/api/charts/{}/refresh", chart["id"].as_str().unwrap());
    let refreshed = shop.ada.post(&refresh, json!({})).await.ok();
    assert_eq!(refreshed["chart"]["data"]["rows"][0], json!(["Desk", 9]));

    // A refresh of the source reads its columns again.
    shop.database
        .execute("ALTER TABLE orders ADD COLUMN note TEXT")
        .await;
    let path = format!("/api/sources/{}/refresh", orders["id"].as_str().unwrap());
    let renewed = shop.ada.post(&path, json!({})).await.ok();
    assert_eq!(
        (&renewed["id"], &renewed["rowCount"]),
        (&orders["id"], &json!(4))
    );
    assert!(renewed["columns"].to_string().contains("note"), "{renewed}");
}

#[actix_web::test]
async fn question_about_database_is_answered_from_its_current_rows() {
    let shop = open_shop!(SHOP);
    let orders = shop.add(&["orders"]).await.is(201).json();
    for (question, expected) in [
        ("average unit price by product", "80.25"),
        ("number of orders by month", "2026-02"),
        ("median unit price", "21"),
    ] {
        let body = json!({"question": question, "sources": [{"id": orders["id"]}]});
        let answer = shop.ada.post("/api/ask", body).await.ok();
        let text = answer.to_string();
        assert!(text.contains(expected), "{question}: {text}");
    }
}

#[actix_web::test]
async fn queries_with_effects_or_foreign_tables_are_refused_before_the_database() {
    let mut shop = open_shop!(SHOP);
    let orders = shop.add(&["orders"]).await.is(201).json();
    for sql in [
        "DELETE FROM orders",
        "INSERT INTO orders (product) VALUES ('x')",
        "CREATE TABLE x AS SELECT * FROM orders",
        "SELECT 1; DELETE FROM orders",
        "WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone",
        "SELECT spread() FROM orders",
        "SELECT pg_sleep(100) FROM orders",
        "SELECT * FROM secrets",
        "SELECT * FROM public.secrets",
        "SELECT * FROM pg_authid",
        "SELECT * INTO copy FROM orders",
    ] {
        shop.query(sql, &[&orders]).await.is(422);
    }
    let rows = shop
        .query("SELECT count(*) AS n FROM orders", &[&orders])
        .await;
    assert_eq!(rows.is(201).json()["data"]["rows"], json!([[3]]));
    // A view with an effect fails in the read-only transaction.
    shop.database
        .execute("CREATE VIEW trap AS SELECT spread() AS n; GRANT DELETE ON orders TO reader")
        .await;
    let trap = shop.add(&["trap"]).await.is(422).json();
    assert!(trap.to_string().contains("only reads"), "{trap}");
    let rows = shop
        .query("SELECT count(*) AS n FROM orders", &[&orders])
        .await;
    assert_eq!(rows.is(201).json()["data"]["rows"], json!([[3]]));
}

#[actix_web::test]
async fn overflow_in_queries_of_a_database_is_an_error_instead_of_rows() {
    let shop = open_shop!(ROWS_OF_FILE);
    let source = shop.add(&["rows_of_file"]).await.is(201).json()["items"][0].clone();
    for sql in OVERFLOWS {
        let answer = shop.query(&format!("{EDGES}{sql}"), &[&source]).await;
        assert_eq!(answer.status, 422, "{sql}: {}", answer.text());
    }
}

#[actix_web::test]
async fn slow_queries_huge_rows_and_dropped_tables_fail_with_advice() {
    let mut shop = open_shop!(
        "CREATE TABLE numbers AS SELECT i, repeat('x', 100) AS word FROM generate_series(1, 120000) AS i;
         CREATE TABLE wide AS SELECT i, repeat(md5(i::text), 200000) AS word FROM generate_series(1, 20) AS i;
         CREATE TABLE plain AS SELECT 1 AS a;"
    );
    let numbers = shop.add(&["numbers"]).await.is(201).json();
    assert_eq!(numbers["rowCount"], 120_000);
    let detail = numbers["detail"].as_str().unwrap_or_default();
    assert!(detail.contains("sample"), "{detail}");
    let slow = "SELECT count(*) AS n FROM numbers a JOIN numbers b ON a.i <> b.i JOIN numbers c ON b.i <> c.i";
    let failed = shop.query(slow, &[&numbers]).await.is(422).json();
    assert!(failed.to_string().contains("took too long"), "{failed}");

    let many = shop
        .query(
            "SELECT i FROM numbers WHERE i <= 20000 ORDER BY i",
            &[&numbers],
        )
        .await
        .is(201)
        .json();
    assert_eq!(many["query"]["rowCount"], 20_000);
    assert!(many["data"]["rows"].as_array().unwrap().len() <= 10_000);

    let wide = shop.add(&["wide"]).await.is(201).json();
    let failed = shop
        .query("SELECT word FROM wide", &[&wide])
        .await
        .is(422)
        .json();
    assert!(failed.to_string().contains("too much data"), "{failed}");

    let plain = shop.add(&["plain"]).await.is(201).json();
    shop.database.execute("DROP TABLE plain").await;
    let failed = shop
        .query("SELECT a FROM plain", &[&plain])
        .await
        .is(422)
        .json();
    assert!(failed.to_string().contains("no longer exists"), "{failed}");
    let path = format!("/api/sources/{}/refresh", plain["id"].as_str().unwrap());
    let failed = shop.ada.post(&path, json!({})).await.is(422).json();
    assert!(failed.to_string().contains("There is no table"), "{failed}");
}

#[actix_web::test]
async fn wrong_logins_and_private_addresses_fail_with_advice() {
    let shop = open_shop!(SHOP);
    let with = |key: &str, value: Value| {
        let mut login = shop.login();
        login[key] = value;
        json!({"database": login})
    };
    for (body, advice) in [
        (
            with("password", json!("wrong")),
            "Check the user and the password",
        ),
        (with("database", json!("nowhere")), "no database"),
        (with("sslMode", json!("require")), "SSL mode"),
        (with("user", json!("")), "Enter the user"),
        (
            with("host", json!("127.0.0.2")),
            "not on the public internet",
        ),
        (with("port", json!(22)), "not on the public internet"),
        (
            with("host", json!("localhost")),
            "not on the public internet",
        ),
        (
            with("host", json!("169.254.169.254")),
            "not on the public internet",
        ),
        (
            with("host", json!("[::ffff:10.0.0.1]")),
            "not on the public internet",
        ),
        (
            with("host", json!("/var/run/postgresql")),
            "one name or address",
        ),
    ] {
        let failed = shop
            .ada
            .post("/api/databases/tables", body)
            .await
            .is(422)
            .json();
        assert!(failed.to_string().contains(advice), "{advice}: {failed}");
        assert!(!failed.to_string().contains(READER_PASSWORD));
    }
    let missing = shop.add(&["secrets"]).await.is(422).json();
    assert!(missing.to_string().contains("grant SELECT"), "{missing}");
    // Another server's default forbids this machine's own addresses.
    let ada = shop.ada.at(shop.world.server.address);
    let body = json!({"database": shop.login()});
    let refused = ada.post("/api/databases/tables", body).await.is(422).json();
    assert!(
        refused.to_string().contains("not on the public internet"),
        "{refused}"
    );
}

#[actix_web::test]
async fn database_and_file_are_joined_with_current_rows_and_the_same_answer_each_time() {
    let mut shop = open_shop!(SHOP);
    let orders = shop.add(&["orders"]).await.is(201).json();
    let stock = json!({"name": "stock.csv", "text": "item,code,shelf\nLamp,007,A\nChair,008,B\nDesk,009,C\n"});
    let stock = shop.ada.post("/api/sources", stock).await.is(201).json();
    let both = "SELECT s.shelf, o.placed, o.\"Unit price\" AS price, o.paid FROM orders o JOIN stock s ON s.item = o.product \
        WHERE o.\"Unit price\" > 20 ORDER BY o.id";
    let made = shop.query(both, &[&orders, &stock]).await.is(201).json();
    assert_eq!(
        made["data"]["rows"],
        json!([
            ["B", "2026-02-03", 80.25, false],
            ["A", "2026-03-04", 21.0, null]
        ])
    );
    let unordered = "SELECT s.shelf, o.product FROM orders o, stock s WHERE s.item = o.product";
    let first = shop
        .query(unordered, &[&orders, &stock])
        .await
        .is(201)
        .json();
    let again = shop
        .query(unordered, &[&orders, &stock])
        .await
        .is(201)
        .json();
    assert_eq!(first["data"]["rows"], again["data"]["rows"]);
    assert_eq!(first["data"]["rows"].as_array().unwrap().len(), 3);

    shop.database
        .execute("INSERT INTO orders (product, \"Unit price\") VALUES ('Desk', 300)")
        .await;
    let path = format!("/api/charts/{}/refresh", made["id"].as_str().unwrap());
    let renewed = shop.ada.post(&path, json!({})).await.ok();
    let rows = &renewed["chart"]["data"]["rows"];
    assert_eq!(rows[2], json!(["C", null, 300.0, null]), "{renewed}");

    let question = "total quantity by shelf";
    let body =
        json!({"question": question, "sources": [{"id": orders["id"]}, {"id": stock["id"]}]});
    let answer = shop.ada.post("/api/ask", body).await.ok();
    let blocks = answer["blocks"].as_array().unwrap();
    let chart = blocks
        .iter()
        .find(|block| block["type"] == "chart")
        .unwrap();
    assert_eq!(
        chart["data"]["rows"],
        json!([["A", 2], ["B", 1], ["C", null]]),
        "{chart}"
    );
}

#[actix_web::test]
async fn join_that_needs_too_much_of_a_database_fails_with_advice() {
    let shop = open_shop!("CREATE TABLE numbers AS SELECT i FROM generate_series(1, 250000) AS i;");
    let numbers = shop.add(&["numbers"]).await.is(201).json();
    let few = json!({"name": "few.csv", "text": "n,word\n7,seven\n249999,last\n"});
    let few = shop.ada.post("/api/sources", few).await.is(201).json();
    let join = "SELECT f.word FROM few f JOIN numbers ON numbers.i = f.n";
    let failed = shop.query(join, &[&numbers, &few]).await.is(422).json();
    assert!(
        failed.to_string().contains("Add a condition on that table"),
        "{failed}"
    );
    let narrow = format!("{join} WHERE numbers.i > 200000");
    let found = shop.query(&narrow, &[&numbers, &few]).await.is(201).json();
    assert_eq!(found["data"]["rows"], json!([["last"]]));
}

#[actix_web::test]
async fn file_beside_a_database_is_queried_alone_and_columns_of_databases_are_not_edited() {
    let shop = open_shop!(SHOP);
    let orders = shop.add(&["orders"]).await.is(201).json();
    let tea = json!({"name": "tea.csv", "text": "item,sold\nTea,3\n"});
    let tea = shop.ada.post("/api/sources", tea).await.is(201).json();
    let alone = shop
        .query("SELECT item FROM tea", &[&orders, &tea])
        .await
        .is(201)
        .json();
    assert_eq!(alone["data"]["rows"], json!([["Tea"]]));
    let path = format!("/api/sources/{}", orders["id"].as_str().unwrap());
    let edit = json!({"edits": []});
    let refused = shop
        .ada
        .put(&format!("{path}/columns"), edit)
        .await
        .is(422)
        .json();
    assert_eq!(refused["code"], "source_is_database");
    shop.ada.delete(&path).await.is(204);
    shop.ada.get(&path).await.is(404);
}

#[actix_web::test]
async fn uploaded_sqlite_file_becomes_one_source_for_each_table() {
    let world = World::sqlite().await;
    let ada = world.new_user("ada").await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.db");
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::raw_sql(
        "CREATE TABLE orders (product TEXT, price REAL); INSERT INTO orders VALUES ('Lamp', 19.5), ('Desk', 80);
         CREATE TABLE staff (name TEXT); INSERT INTO staff VALUES ('Ann');",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
    let file = std::fs::read(&path).unwrap();
    let made = upload(&ada, &[("shop.db", &file)]).await.is(201).json();
    let names: Vec<&Value> = made["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|source| &source["name"])
        .collect();
    assert_eq!(names, ["shop.db · orders", "shop.db · staff"]);
    let orders = made["items"][0]["id"].as_str().unwrap();
    let rows = ada.get(&format!("/api/sources/{orders}/rows")).await.ok();
    assert_eq!(rows["rows"], json!([["Lamp", 19.5], ["Desk", 80.0]]));
}
