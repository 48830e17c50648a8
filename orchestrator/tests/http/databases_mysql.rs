//! Tables of MySQL and MariaDB as sources, and attacks on them.

use std::net::SocketAddr;

use portolan_databases::testing::MariaDatabase;
use portolan_store::testing::READER_PASSWORD;
use serde_json::{Value, json};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, UnixStream},
};

use crate::{
    client::{HttpAnswer, TestUser},
    world::World,
};

const SHOP: &str = "
    CREATE TABLE orders (
        id INT AUTO_INCREMENT PRIMARY KEY, product VARCHAR(40) NOT NULL, `Unit price` DECIMAL(10, 2), quantity INT,
        placed DATE, changed DATETIME(3), stamped TIMESTAMP NULL, paid TINYINT(1), size ENUM('small', 'large'),
        serial BIGINT UNSIGNED, extra JSON, weight DOUBLE, opens TIME, year YEAR, data BLOB);
    INSERT INTO orders (product, `Unit price`, quantity, placed, changed, stamped, paid, size, serial, extra, weight, opens,
        year, data) VALUES
        ('Lamp', 19.50, 2, '2026-01-02', '2026-01-02 10:00:00.5', '2026-01-02 08:00:00', 1, 'small', 18446744073709551615,
         '{\"a\": 1}', 0.1, '08:30:00', 2024, 'x'),
        ('Chair', 80.25, 1, '2026-02-03', NULL, NULL, 0, 'large', 7, NULL, NULL, NULL, NULL, NULL),
        ('lamp', 21.00, NULL, '2026-03-04', NULL, NULL, NULL, 'small', NULL, NULL, NULL, NULL, NULL, NULL);
    CREATE VIEW revenue AS SELECT product, sum(`Unit price` * quantity) AS total FROM orders GROUP BY product;";

struct MysqlShop {
    world: World,
    ada: TestUser,
    database: MariaDatabase,
    address: SocketAddr,
    _server: portolan::boot::testing::TestServer,
}

impl MysqlShop {
    async fn open(statements: &str) -> Option<Self> {
        let database = MariaDatabase::create(statements).await?;
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
            "engine": "mysql", "host": self.address.ip().to_string(), "port": self.address.port(),
            "database": self.database.name, "user": self.database.user, "password": READER_PASSWORD, "sslMode": "disable",
        })
    }

    async fn add(&self, tables: &[&str]) -> HttpAnswer {
        let named = |table: &&str| json!({"schema": self.database.name, "table": table});
        let tables: Vec<Value> = tables.iter().map(named).collect();
        let body = json!({"database": self.login(), "tables": tables});
        self.ada.post("/api/sources", body).await
    }

    async fn query(&self, sql: &str, sources: &[&Value]) -> HttpAnswer {
        let ids: Vec<&Value> = sources.iter().map(|source| &source["id"]).collect();
        let body = json!({
            "kind": "table", "title": "Orders", "description": "Rows of orders.", "spec": null,
            "query": {"sql": sql, "sourceIds": ids},
        });
        self.ada.post("/api/charts", body).await
    }

    async fn rows(&self, sql: &str, sources: &[&Value]) -> Value {
        self.query(sql, sources).await.is(201).json()["data"]["rows"].clone()
    }
}

macro_rules! open_shop {
    ($statements:expr) => {
        match MysqlShop::open($statements).await {
            Some(shop) => shop,
            None => return,
        }
    };
}

#[actix_web::test]
async fn tables_of_mysql_are_listed_and_profiled_with_exact_types() {
    let shop = open_shop!(SHOP);
    let listed = shop
        .ada
        .post("/api/databases/tables", json!({"database": shop.login()}))
        .await
        .ok();
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
        (&orders["kind"], &orders["rowCount"]),
        (&json!("mysql"), &json!(3))
    );
    let types: Vec<String> = orders["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| {
            let text = |key: &str| column[key].as_str().unwrap().to_owned();
            format!("{} {}", text("name"), text("type"))
        })
        .collect();
    assert_eq!(
        types,
        [
            "id integer",
            "product string",
            "Unit price number",
            "quantity integer",
            "placed date",
            "changed datetime",
            "stamped datetime",
            "paid boolean",
            "size string",
            "serial integer",
            "extra string",
            "weight number",
            "opens string",
            "year integer",
        ]
    );
    let price = &orders["columns"][2];
    assert_eq!(
        (&price["min"], &price["max"], &price["distinct"]),
        (&json!(19.5), &json!(80.25), &json!(3))
    );
    let paid = &orders["columns"][7];
    assert_eq!((&paid["min"], &paid["max"]), (&json!(false), &json!(true)));
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
            "2026-01-02T10:00:00.500",
            "2026-01-02T08:00:00",
            true,
            "small",
            "18446744073709551615",
            "{\"a\": 1}",
            0.1,
            "08:30:00",
            2024
        ])
    );
}

#[actix_web::test]
async fn filters_groups_and_windows_run_in_mysql_with_the_results_of_files() {
    let mut shop = open_shop!(SHOP);
    let orders = shop.add(&["orders"]).await.is(201).json();
    for (sql, expected) in [
        // Texts compare by code points, and nulls are last.
        (
            "SELECT product, count(*) AS n FROM orders GROUP BY product ORDER BY product",
            json!([["Chair", 1], ["Lamp", 1], ["lamp", 1]]),
        ),
        (
            "SELECT product FROM orders WHERE product = 'lamp'",
            json!([["lamp"]]),
        ),
        (
            "SELECT quantity FROM orders ORDER BY quantity",
            json!([[1], [2], [null]]),
        ),
        (
            "SELECT SUM(quantity) AS total, SUM(\"Unit price\") AS price, AVG(quantity) AS mean FROM orders",
            json!([[3, 120.75, 1.5]]),
        ),
        (
            "SELECT CAST(date_trunc('month', placed) AS DATE) AS month, COUNT(*) FILTER (WHERE paid) AS paid FROM orders \
             GROUP BY 1 ORDER BY 1 DESC",
            json!([["2026-03-01", 0], ["2026-02-01", 0], ["2026-01-01", 1]]),
        ),
        (
            "SELECT id, RANK() OVER (ORDER BY \"Unit price\" DESC) AS place FROM orders ORDER BY place LIMIT 2",
            json!([[2, 1], [3, 2]]),
        ),
        (
            "SELECT product || '!' AS word, CAST(id AS VARCHAR) AS text FROM orders WHERE product ILIKE 'LA%' ORDER BY id",
            json!([["Lamp!", "1"], ["lamp!", "3"]]),
        ),
        (
            "SELECT DISTINCT EXTRACT(YEAR FROM placed) AS y FROM orders",
            json!([[2026]]),
        ),
        // Functions that MySQL lacks are calculated over the rows of the table.
        (
            "SELECT median(\"Unit price\") AS m FROM orders",
            json!([[21.0]]),
        ),
        (
            "SELECT product FROM orders QUALIFY row_number() OVER (ORDER BY id) = 2",
            json!([["Chair"]]),
        ),
        // Truth values are no integers, and no texts of them.
        (
            "SELECT quantity > 1 AS many, paid OR size = 'large' AS sold, placed IS NULL, 1 AS one FROM orders ORDER BY id",
            json!([
                [true, true, false, 1],
                [false, true, false, 1],
                [null, null, false, 1]
            ]),
        ),
        (
            "SELECT max(late) AS late, coalesce(min(paid), false) AS paid FROM \
             (SELECT paid, placed > DATE '2026-02-01' AS late FROM orders) AS days",
            json!([[true, false]]),
        ),
        (
            "SELECT * FROM (SELECT id, product LIKE 'L%' AS is_lamp FROM orders) AS named ORDER BY id",
            json!([[1, true], [2, false], [3, false]]),
        ),
        (
            "SELECT CAST(quantity > 1 AS VARCHAR) AS many, product || (id = 2) AS word FROM orders WHERE id = 2",
            json!([["false", "Chairtrue"]]),
        ),
        (
            "SELECT placed - INTERVAL '1 day' AS before FROM orders WHERE id = 1",
            json!([["2026-01-01"]]),
        ),
    ] {
        let rows = shop.rows(sql, &[&orders]).await;
        assert_eq!(rows, expected, "{sql}");
    }
    let stock = json!({"name": "stock.csv", "text": "item,shelf\nLamp,A\nChair,B\n"});
    let stock = shop.ada.post("/api/sources", stock).await.is(201).json();
    let join = "SELECT s.shelf, o.serial, o.paid FROM orders o JOIN stock s ON s.item = o.product WHERE o.quantity > 1";
    assert_eq!(
        shop.rows("SELECT s.shelf, o.paid FROM orders o JOIN stock s ON s.item = o.product WHERE o.quantity > 1", &[&orders, &stock]).await,
        json!([["A", true]]),
        "{join}"
    );
    shop.database
        .execute("INSERT INTO orders (product, quantity) VALUES ('Desk', 7)")
        .await;
    let desks = shop
        .rows(
            "SELECT quantity FROM orders WHERE product = 'Desk'",
            &[&orders],
        )
        .await;
    assert_eq!(desks, json!([[7]]));
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
async fn queries_of_mysql_with_effects_or_foreign_tables_are_refused() {
    let mut shop = open_shop!(SHOP);
    shop.database
        .execute(
            "CREATE TABLE secrets (word TEXT);
             CREATE FUNCTION spread() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DELETE FROM orders; RETURN 1; END",
        )
        .await;
    let (name, user) = (shop.database.name.clone(), shop.database.user.clone());
    let orders = shop.add(&["orders"]).await.is(201).json();
    for sql in [
        "DELETE FROM orders",
        "SELECT 1; DELETE FROM orders",
        "SELECT spread() FROM orders",
        "SELECT sleep(100) FROM orders",
        "SELECT load_file('/etc/passwd') FROM orders",
        "SELECT @@version FROM orders",
        "SELECT * FROM secrets",
        "SELECT * FROM mysql.user",
        "SELECT * FROM information_schema.tables",
        "SELECT * FROM orders INTO OUTFILE '/tmp/x'",
        "SELECT * FROM orders FOR UPDATE",
        r"SELECT E'\' UNION SELECT word FROM secrets -- ' FROM orders UNION SELECT x FROM secrets",
    ] {
        shop.query(sql, &[&orders]).await.is(422);
    }
    // A view with an effect can't be opened in the read-only transaction.
    shop.database
        .execute(&format!(
            "CREATE VIEW trap AS SELECT spread() AS n; GRANT DELETE, EXECUTE ON {name}.* TO {user}"
        ))
        .await;
    shop.add(&["trap"]).await.is(422);
    let rows = shop
        .rows("SELECT count(*) AS n FROM orders", &[&orders])
        .await;
    assert_eq!(rows, json!([[3]]));
}

#[actix_web::test]
async fn slow_and_huge_queries_and_wrong_logins_of_mysql_fail_with_advice() {
    let mut shop = open_shop!(
        "CREATE TABLE numbers AS SELECT seq AS i, repeat('x', 100) AS word FROM seq_1_to_120000;
         CREATE TABLE wide AS SELECT seq AS i, repeat(md5(seq), 6250) AS word FROM seq_1_to_5;
         CREATE TABLE plain AS SELECT 1 AS a;"
    );
    let numbers = shop.add(&["numbers"]).await.is(201).json();
    assert_eq!(numbers["rowCount"], 120_000);
    let slow = "SELECT count(*) AS n FROM numbers a JOIN numbers b ON a.i <> b.i JOIN numbers c ON b.i <> c.i";
    let failed = shop.query(slow, &[&numbers]).await.is(422).json();
    assert!(failed.to_string().contains("took too long"), "{failed}");
    let wide = shop.add(&["wide"]).await.is(201).json();
    let failed = shop
        .query(
            "SELECT a.word FROM wide a JOIN wide b ON a.i <> b.i + 9 JOIN wide c ON a.i <> c.i + 9 JOIN wide d ON a.i <> d.i + 9",
            &[&wide],
        )
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
        (
            with("host", json!("127.0.0.2")),
            "not on the public internet",
        ),
        (
            with("host", json!("[::ffff:10.0.0.1]")),
            "not on the public internet",
        ),
        (
            with("engine", json!("postgresql")),
            "didn't answer as a PostgreSQL",
        ),
    ] {
        let answer = shop.ada.post("/api/databases/tables", body).await;
        let failed = answer.is(422).json();
        assert!(failed.to_string().contains(advice), "{advice}: {failed}");
        assert!(!failed.to_string().contains(READER_PASSWORD));
    }
    let ada = shop.ada.at(shop.world.server.address);
    let body = json!({"database": shop.login()});
    let refused = ada.post("/api/databases/tables", body).await.is(422).json();
    assert!(
        refused.to_string().contains("not on the public internet"),
        "{refused}"
    );
}

#[actix_web::test]
async fn mysql_certificate_is_checked_against_the_given_authority() {
    let shop = open_shop!(SHOP);
    let mut login = shop.login();
    login["sslMode"] = json!("require");
    let listed = shop
        .ada
        .post("/api/databases/tables", json!({"database": login}));
    listed.await.ok();
    login["sslMode"] = json!("verify-full");
    let body = json!({"database": login});
    let refused = shop
        .ada
        .post("/api/databases/tables", body)
        .await
        .is(422)
        .json();
    assert!(
        refused
            .to_string()
            .contains("from an authority that isn't trusted"),
        "{refused}"
    );
    login["caCertificate"] = json!(shop.database.certificates.authority());
    let listed = shop
        .ada
        .post("/api/databases/tables", json!({"database": login}));
    listed.await.ok();
}
