//! A drawing keeps to its time, its memory and its queue, and the engine works again afterwards.

use std::{num::NonZero, time::Duration};

use portolan_blocks::{ChartData, ChartKind, DataColumn};
use portolan_draw::{DrawError, DrawRequest, Drawer, DrawingLimits, Theme};
use serde_json::{Value, json};

fn test_limits() -> DrawingLimits {
    DrawingLimits {
        draw_time: Duration::from_millis(1_500),
        memory_bytes: 96 << 20,
        ..DrawingLimits::default()
    }
}

fn request_for(spec: Value) -> DrawRequest {
    let column = |name: &str, column_type: &str| DataColumn {
        name: String::from(name),
        column_type: String::from(column_type),
    };
    DrawRequest {
        kind: ChartKind::Plot,
        spec,
        data: Some(ChartData {
            columns: vec![column("name", "string"), column("value", "number")],
            rows: vec![vec![json!("a"), json!(1)], vec![json!("b"), json!(2)]],
            truncated: false,
        }),
        theme: Theme::Light,
        width: None,
        height: None,
        title: None,
        subtitle: None,
        description: None,
        source: None,
        is_thumbnail: false,
        annotations: Vec::new(),
    }
}

fn bar_request() -> DrawRequest {
    request_for(json!({
        "mark": "bar",
        "encoding": {
            "x": {"field": "name", "type": "nominal"},
            "y": {"field": "value", "type": "quantitative"},
        },
    }))
}

fn with_calculation(expression: &str) -> DrawRequest {
    let mut request = bar_request();
    request.spec["transform"] = json!([{"calculate": expression, "as": "value"}]);
    request
}

#[test]
fn endless_drawing_is_stopped_and_next_one_succeeds() {
    let drawer = Drawer::new(test_limits()).unwrap();
    let endless = with_calculation(
        "length(replace(join(sequence(0, 60000), ''), regexp('(\\\\d+)*x', 'g'), ''))",
    );
    assert_eq!(drawer.svg(&endless), Err(DrawError::TooSlow));
    assert!(drawer.svg(&bar_request()).unwrap().contains("<svg"));
}

#[test]
fn drawing_over_memory_limit_is_stopped_and_next_succeeds() {
    let drawer = Drawer::new(test_limits()).unwrap();
    let result = drawer.svg(&with_calculation("sequence(0, 1e9)"));
    assert!(
        matches!(result, Err(DrawError::TooLarge | DrawError::TooSlow)),
        "{result:?}"
    );
    assert!(drawer.svg(&bar_request()).unwrap().contains("<svg"));
}

#[test]
fn undrawable_chart_reports_reason() {
    let drawer = Drawer::new(test_limits()).unwrap();
    let result = drawer.svg(&request_for(json!({"mark": "image", "encoding": {}})));
    let Err(DrawError::Chart(message)) = result else {
        panic!("{result:?}");
    };
    assert!(message.contains("image"), "{message}");
}

#[test]
fn full_drawing_queue_rejects_immediately() {
    let drawer = Drawer::new(DrawingLimits {
        engines: NonZero::<usize>::MIN,
        queue: 0,
        ..test_limits()
    })
    .unwrap();
    let slow = with_calculation("sequence(0, 1e9)");
    std::thread::scope(|scope| {
        let results: Vec<_> = (0..4).map(|_| scope.spawn(|| drawer.svg(&slow))).collect();
        let busy = results
            .into_iter()
            .map(|result| result.join().unwrap())
            .filter(|result| *result == Err(DrawError::Busy))
            .count();
        assert!(busy >= 1);
    });
}
