//! A small PDF, written by hand.

use std::fmt::Write;

/// Pages of these lines, in ASCII.
pub fn pdf(pages: &[&[&str]]) -> String {
    let contents = pages.iter().map(|lines| {
        let mut content = String::from("BT /F1 10 Tf 14 TL 72 720 Td ");
        for line in *lines {
            write!(content, "({line}) Tj T* ").unwrap();
        }
        content.push_str("ET");
        content
    });
    written(contents.collect())
}

/// A page that draws itself: who reads it comes to no end.
pub fn endless_pdf() -> String {
    written(vec!["/F Do".into()])
}

/// Pages of these drawing instructions, each of which is the form `F`, too.
fn written(pages: Vec<String>) -> String {
    let page_id = |index: usize| 4 + 2 * index;
    let kids: Vec<String> = (0..pages.len())
        .map(|index| format!("{} 0 R", page_id(index)))
        .collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!(
            "<< /Type /Pages /Kids [{}] /Count {} >>",
            kids.join(" "),
            pages.len()
        ),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for (index, content) in pages.iter().enumerate() {
        let content_id = page_id(index) + 1;
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {content_id} 0 R \
             /Resources << /Font << /F1 3 0 R >> /XObject << /F {content_id} 0 R >> >> >>"
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ));
    }
    let mut pdf = String::from("%PDF-1.7\n");
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(pdf.len());
        write!(pdf, "{} 0 obj\n{object}\nendobj\n", index + 1).unwrap();
    }
    let table = pdf.len();
    let size = objects.len() + 1;
    write!(pdf, "xref\n0 {size}\n0000000000 65535 f \n").unwrap();
    for place in places {
        writeln!(pdf, "{place:010} 00000 n ").unwrap();
    }
    write!(
        pdf,
        "trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"
    )
    .unwrap();
    pdf
}
