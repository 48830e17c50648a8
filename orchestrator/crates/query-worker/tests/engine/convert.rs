//! Conversion of uploaded files.

use std::sync::Arc;

use datafusion::{
    arrow::{
        array::{ArrayRef, RecordBatch, UInt64Array},
        datatypes::{DataType, Field, Schema},
    },
    parquet::arrow::ArrowWriter,
};
use portolan_query::{ColumnType, ConvertedTable, FailureCode, WorkerLimits};
use portolan_query_pool::PoolOptions;
use serde_json::{Value, json};

use crate::{
    support::{EngineSetup, pool_options},
    workbook,
};

fn column_types(table: &ConvertedTable) -> Vec<(&str, ColumnType)> {
    let columns = &table.profile.columns;
    columns
        .iter()
        .map(|column| (column.name.as_str(), column.column_type))
        .collect()
}

async fn read_rows(desk: &EngineSetup, table: &ConvertedTable) -> Value {
    let sql = format!("SELECT * FROM {}", table.profile.name);
    json!(
        desk.query(&sql, &[table])
            .await
            .expect("the table can be read")
            .rows
    )
}

#[tokio::test]
async fn column_types_depend_on_all_rows() {
    let desk = EngineSetup::new();
    let mut csv = String::from("id,code,amount,share,day,when,ok,note\n");
    for n in 0..20_000 {
        csv += &format!(
            "{n},{:05},\"${},000.50\",{n}%,1/{}/2024,2024-01-01 10:00,yes,{n}\n",
            n,
            n % 9 + 1,
            n % 28 + 1
        );
    }
    csv += "20000,1,\"$1.00\",NA,12/31/2024,,no,text\n";
    // Up to three remarks would count as missing values of a column of numbers.
    for (at, note) in ["late", "lost", "found", "sold"].into_iter().enumerate() {
        csv += &format!(
            "{},1,\"$1.00\",1%,12/31/2024,2024-01-01 10:00,no,{note}\n",
            20_001 + at
        );
    }
    let table = desk.table("Sales 2024.csv", csv).await;
    assert_eq!(
        (table.title.as_str(), table.profile.name.as_str()),
        ("Sales 2024", "sales_2024")
    );
    assert_eq!(
        column_types(&table),
        [
            ("id", ColumnType::Integer),
            ("code", ColumnType::String),
            ("amount", ColumnType::Number),
            ("share", ColumnType::Integer),
            ("day", ColumnType::Date),
            ("when", ColumnType::Datetime),
            ("ok", ColumnType::Boolean),
            ("note", ColumnType::String),
        ]
    );
    assert_eq!(table.profile.row_count, 20_005);
    let id = &table.profile.columns[0];
    assert_eq!(
        (id.distinct, id.nulls, id.mean, id.quartiles),
        (
            20_005,
            0,
            Some(10_002.0),
            Some([5001.0, 10_002.0, 15_003.0])
        )
    );
    assert_eq!((&id.min, &id.max), (&Some(json!(0)), &Some(json!(20_004))));
    assert_eq!(id.values.len(), 50);
    assert_eq!(table.profile.columns[4].max, Some(json!("2024-12-31")));
    assert_eq!(table.profile.columns[5].nulls, 1);
}

#[tokio::test]
async fn delimiters_and_encodings_are_found() {
    let desk = EngineSetup::new();
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(
            "Ort;Preis\nKöln;1,5\nMünchen;2.000,25\n"
                .encode_utf16()
                .flat_map(u16::to_le_bytes),
        )
        .collect();
    let (windows, _, _) = encoding_rs::WINDOWS_1252
        .encode("Ort;Preis\nKöln;1,5\nMünchen;2.000,25\nDüsseldorf für müde Größen;3,5\n");
    let expected = json!([["Köln", 1.5], ["München", 2000.25]]);
    for content in [
        "\u{feff}Ort;Preis\nKöln;1,5\nMünchen;2.000,25\n".as_bytes(),
        "Ort\tPreis\r\nKöln\t1.5\r\nMünchen\t2000.25\r\n".as_bytes(),
        "Ort|Preis\nKöln|1.5\nMünchen|2000.25".as_bytes(),
        &utf16,
        &windows,
    ] {
        let table = desk.table("orte.txt", content).await;
        let found = read_rows(&desk, &table).await;
        assert_eq!(found[0], expected[0]);
        assert_eq!(found[1], expected[1]);
    }
    let (japanese, _, _) = encoding_rs::SHIFT_JIS.encode(
        "都市,人口\n東京,13960000\n大阪市は大きい町です,2750000\n名古屋の人口はこちら,2320000\n",
    );
    let table = desk.table("都市.csv", &japanese).await;
    assert_eq!(column_types(&table)[0], ("都市", ColumnType::String));
    assert!(table.notes[0].contains("Shift_JIS"), "{:?}", table.notes);
    assert_eq!(table.profile.name, "都市");
    assert_eq!(
        read_rows(&desk, &table).await[0],
        json!(["東京", 13_960_000])
    );
    let yards = desk.table("Höfe & Účty.csv", "ort,fläche\nWien,3\n").await;
    let sql = "SELECT HÖFE_ÚČTY.fläche FROM Höfe_Účty";
    let found = desk.query(sql, &[&yards]).await.expect("the name is found");
    assert_eq!(json!(found.rows), json!([[3]]));
}

#[tokio::test]
async fn ragged_rows_and_unusual_headers_are_kept_with_notes() {
    let desk = EngineSetup::new();
    let table = desk
        .table(
            "a.csv",
            "name,name,,Name\n1,2,3\n4,5,6,7,8,9\n,,,\n1,2,3,4\n",
        )
        .await;
    let names: Vec<&str> = column_types(&table).iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        [
            "name", "name_2", "column_3", "Name_3", "column_5", "column_6"
        ]
    );
    assert_eq!(
        read_rows(&desk, &table).await,
        json!([
            [1, 2, 3, null, null, null],
            [4, 5, 6, 7, 8, 9],
            [1, 2, 3, 4, null, null]
        ])
    );
    assert!(table.notes.len() >= 4, "{:?}", table.notes);
}

#[tokio::test]
async fn headers_are_detected_or_generated() {
    let desk = EngineSetup::new();
    let table = desk
        .table("a.csv", "1,red,2020-01-01\n2,blue,2020-01-02\n")
        .await;
    let names: Vec<&str> = column_types(&table).iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["column_1", "column_2", "column_3"]);
    assert_eq!(table.profile.row_count, 2);
    let table = desk
        .table(
            "b.csv",
            "Report of 2024\n\ncountry,2019,2020,2021\nFrance,1,2,3\n",
        )
        .await;
    assert_eq!(column_types(&table)[1], ("2019", ColumnType::Integer));
    let table = desk.table("c.csv", "word\nalpha\nbeta\n").await;
    assert_eq!(read_rows(&desk, &table).await, json!([["alpha"], ["beta"]]));
}

#[tokio::test]
async fn unnamed_first_column_that_numbers_the_rows_is_left_out() {
    let desk = EngineSetup::new();
    for (name, text) in [
        (
            "r.csv",
            "\"\",\"city\",\"people\"\n\"1\",\"Ulm\",12\n\"2\",\"Jena\",11\n\"3\",\"Gera\",9\n",
        ),
        (
            "pandas.csv",
            ",city,people\n0,Ulm,12\n1,Jena,11\n2,Gera,9\n",
        ),
        (
            "again.csv",
            "Unnamed: 0,city,people\n0,Ulm,12\n1,Jena,11\n2,Gera,9\n",
        ),
    ] {
        let table = desk.table(name, text).await;
        let names: Vec<&str> = column_types(&table).iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["city", "people"], "{name}");
        let rows = read_rows(&desk, &table).await;
        assert_eq!(
            rows,
            json!([["Ulm", 12], ["Jena", 11], ["Gera", 9]]),
            "{name}"
        );
        let is_told = |note: &String| note.contains("only numbers the rows");
        assert_eq!(
            table.notes.iter().filter(|note| is_told(note)).count(),
            1,
            "{name}"
        );
    }
    // Any other numbers, and numbers with a name, are data.
    for text in [
        ",city\n7,Ulm\n3,Jena\n",
        ",city\n1,Ulm\n2,Jena\n4,Gera\n",
        "no,city\n1,Ulm\n2,Jena\n",
    ] {
        let table = desk.table("data.csv", text).await;
        assert_eq!(column_types(&table).len(), 2, "{text}");
    }
}

#[tokio::test]
async fn json_tables_are_read_in_several_layouts() {
    let desk = EngineSetup::new();
    let expected = json!([[1, "x", "2020-01-01"], [2.5, null, "2020-01-02"]]);
    for (name, content) in [
        (
            "a.json",
            r#"[{"n": 1, "t": "x", "d": "2020-01-01"}, {"n": 2.5, "d": "2020-01-02"}]"#,
        ),
        (
            "a.ndjson",
            "{\"n\": 1, \"t\": \"x\", \"d\": \"2020-01-01\"}\n{\"n\": 2.5, \"d\": \"2020-01-02\"}\n",
        ),
        (
            "a.txt",
            r#"{"meta": {"page": 1}, "data": [{"n": 1, "t": "x", "d": "2020-01-01"}, {"n": 2.5, "t": null, "d": "2020-01-02"}]}"#,
        ),
        (
            "a.json",
            r#"{"n": [1, 2.5], "t": ["x"], "d": ["2020-01-01", "2020-01-02"]}"#,
        ),
        (
            "a.json",
            r#"[["n", "t", "d"], [1, "x", "2020-01-01"], [2.5, null, "2020-01-02"]]"#,
        ),
    ] {
        let table = desk.table(name, content).await;
        let names: Vec<&str> = column_types(&table).iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["n", "t", "d"], "{content}");
        assert_eq!(column_types(&table)[2].1, ColumnType::Date);
        let found = read_rows(&desk, &table).await;
        assert_eq!(found[0][1], expected[0][1], "{content}");
        assert_eq!(found[0][2], expected[0][2], "{content}");
        assert_eq!(found[1], expected[1], "{content}");
    }
    let table = desk
        .table(
            "n.json",
            r#"[{"a": {"b": 1, "c": [1, 2]}}, {"a": {"b": "x"}}]"#,
        )
        .await;
    assert_eq!(
        read_rows(&desk, &table).await,
        json!([["1", "[1,2]"], ["x", null]])
    );
    let tables = desk
        .convert(
            "two.json",
            r#"{"nodes": [{"id": 1}], "links": [{"from": 1, "to": 2}]}"#,
        )
        .await;
    let names: Vec<String> = tables
        .unwrap()
        .into_iter()
        .map(|table| table.profile.name)
        .collect();
    assert_eq!(names, ["nodes", "links"]);
}

#[tokio::test]
async fn stored_parquet_is_read_again() {
    let desk = EngineSetup::new();
    let first = desk
        .table(
            "a.csv",
            "n,t,d,b\n1,x,2020-01-01,true\n2,,2020-01-02T03:04,false\n",
        )
        .await;
    let bytes = std::fs::read(&first.path).unwrap();
    let again = desk.table("again.bin", bytes).await;
    assert_eq!(again.profile.name, "again");
    assert_eq!(again.profile.columns, first.profile.columns);
}

#[tokio::test]
async fn unsigned_numbers_keep_all_digits() {
    let desk = EngineSetup::new();
    let (large, exact) = (u64::MAX, 9_007_199_254_740_993_u64);
    let schema = Arc::new(Schema::new(vec![
        Field::new("id", DataType::UInt64, true),
        Field::new("count", DataType::UInt64, true),
    ]));
    let columns: Vec<ArrayRef> = vec![
        Arc::new(UInt64Array::from(vec![Some(large), None, Some(1)])),
        Arc::new(UInt64Array::from(vec![Some(exact), None, Some(1)])),
    ];
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, Arc::clone(&schema), None).unwrap();
    let batch = RecordBatch::try_new(schema, columns).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let table = desk.table("ids.parquet", bytes).await;
    let sql = "SELECT id, count FROM ids";
    let rows = desk.query(sql, &[&table]).await.unwrap().rows;
    assert_eq!(
        rows[0],
        [json!(large.to_string()), json!(exact.to_string())]
    );
    assert_eq!(rows[1], [Value::Null, Value::Null]);
    let sql = "SELECT sum(count) FROM ids";
    let rows = desk.query(sql, &[&table]).await.unwrap().rows;
    assert_eq!(rows[0], [json!((exact + 1).to_string())]);
}

#[tokio::test]
async fn workbooks_have_one_table_per_sheet() {
    let desk = EngineSetup::new();
    let content = workbook::write_xlsx(&[
        (
            "Sales",
            &[
                &["Sales of the year"],
                &[],
                &["Place", "Price", "Day"],
                &["Köln", "=1.5", "@45292"],
                &["Bonn", "=2", "@45293"],
            ],
        ),
        ("Empty", &[]),
        ("2024", &[&["a", "b"], &["=1", "=2"]]),
    ]);
    let tables = desk.convert("book.xlsx", content).await.unwrap();
    let names: Vec<&str> = tables
        .iter()
        .map(|table| table.profile.name.as_str())
        .collect();
    assert_eq!(names, ["sales", "t_2024"]);
    assert_eq!(
        column_types(&tables[0]),
        [
            ("Place", ColumnType::String),
            ("Price", ColumnType::Number),
            ("Day", ColumnType::Date)
        ]
    );
    assert_eq!(
        read_rows(&desk, &tables[0]).await,
        json!([["Köln", 1.5, "2024-01-01"], ["Bonn", 2.0, "2024-01-02"]])
    );
    assert_eq!(read_rows(&desk, &tables[1]).await, json!([[1, 2]]));
}

#[tokio::test]
async fn unreadable_files_report_reason() {
    let desk = EngineSetup::with(PoolOptions {
        limits: WorkerLimits {
            max_columns: 100,
            ..WorkerLimits::default()
        },
        ..pool_options()
    });
    let columns = vec!["a"; 1_000_000].join(",");
    let bomb = workbook::write_zip(&[("xl/sharedStrings.xml", b"x", 3 << 30)]);
    let unclosed = format!("a,b\n1,\"{}\n", "x\n".repeat(20 << 20));
    let zeros = vec![0u8; 4096];
    for (name, content, code, part) in [
        ("a.csv", &b""[..], FailureCode::SourceEmpty, "empty"),
        ("a.csv", b"\n \n", FailureCode::SourceEmpty, "empty"),
        ("a.csv", b"a,b,c\n", FailureCode::SourceEmpty, "no rows"),
        ("a.json", b"[]", FailureCode::SourceEmpty, "no rows"),
        ("a.csv", &zeros, FailureCode::SourceUnreadable, "binary"),
        (
            "a.csv",
            b"%PDF-1.7 ...",
            FailureCode::SourceUnreadable,
            "a PDF",
        ),
        (
            "a.csv",
            b"\x89PNG\r\n",
            FailureCode::SourceUnreadable,
            "a picture",
        ),
        (
            "a.duckdb",
            b"\x01\x02\x03\x04\x05\x06\x07\x08DUCK@\0\0\0",
            FailureCode::SourceUnreadable,
            "Parquet or CSV",
        ),
        (
            "a.xlsx",
            b"PK\x03\x04garbage",
            FailureCode::SourceUnreadable,
            "workbook",
        ),
        (
            "a.parquet",
            b"PAR1garbage",
            FailureCode::SourceUnreadable,
            "Parquet",
        ),
        (
            "a.html",
            b"<!doctype html><p>x",
            FailureCode::SourceUnreadable,
            "web page",
        ),
        (
            "a.json",
            b"[{\"a\": 1}, {\"a\": ",
            FailureCode::SourceUnreadable,
            "line 1",
        ),
        (
            "a.json",
            b"nonsense",
            FailureCode::SourceUnreadable,
            "does not begin",
        ),
        (
            "a.csv",
            columns.as_bytes(),
            FailureCode::SourceTooLarge,
            "1000000 columns",
        ),
        (
            "a.csv",
            unclosed.as_bytes(),
            FailureCode::SourceTooLarge,
            "line 2",
        ),
        ("a.xlsx", &bomb, FailureCode::SourceTooLarge, "unpacked"),
    ] {
        let shown = String::from_utf8_lossy(&content[..content.len().min(40)]).into_owned();
        match desk.convert(name, content).await {
            Ok(_) => panic!("{shown} was read"),
            Err(failure) => {
                assert_eq!(failure.code, code, "{shown}: {}", failure.message);
                assert!(
                    failure.message.contains(part),
                    "{shown}: {}",
                    failure.message
                );
            }
        }
    }
}

#[tokio::test]
async fn profiles_stay_accurate_beyond_the_exact_counting_limit() {
    let desk = EngineSetup::new();
    let mut csv = String::from("id,word,often\n");
    for n in 0..150_000 {
        csv += &format!(
            "{}.5,w{n:06},{}\n",
            n,
            if n % 3 == 0 {
                "same".to_owned()
            } else {
                n.to_string()
            }
        );
    }
    let table = desk.table("many.csv", csv).await;
    let [id, word, often] = table.profile.columns.as_slice() else {
        panic!("three columns")
    };
    assert_eq!(id.quartiles, Some([37_500.25, 75_000.0, 112_499.75]));
    assert_eq!(id.mean, Some(75_000.0));
    assert!((id.distinct as f64 / 150_000.0 - 1.0).abs() < 0.03);
    assert_eq!(
        (&word.min, &word.max),
        (&Some(json!("w000000")), &Some(json!("w149999")))
    );
    assert_eq!(
        (&often.values[0].value, often.values[0].count),
        (&json!("same"), 50_000)
    );
}
