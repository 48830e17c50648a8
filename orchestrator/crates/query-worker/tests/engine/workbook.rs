//! Writes small workbooks, as ZIP archives without compression.

/// Sheets of rows: `=1.5` is a number, `@45292` a date, anything else text.
pub fn write_xlsx(sheets: &[(&str, &[&[&str]])]) -> Vec<u8> {
    let mut names = String::new();
    let mut links = String::new();
    let mut parts = Vec::new();
    for (index, (name, rows)) in sheets.iter().enumerate() {
        let n = index + 1;
        names += &format!("<sheet name=\"{name}\" sheetId=\"{n}\" r:id=\"rId{n}\"/>");
        links += &format!(
            "<Relationship Id=\"rId{n}\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet{n}.xml\"/>"
        );
        parts.push((format!("xl/worksheets/sheet{n}.xml"), sheet_xml(rows)));
    }
    let relations = "http://schemas.openxmlformats.org/package/2006/relationships";
    parts.push(("xl/workbook.xml".to_owned(), format!("<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>{names}</sheets></workbook>")));
    parts.push(("xl/_rels/workbook.xml.rels".to_owned(), format!("<Relationships xmlns=\"{relations}\">{links}<Relationship Id=\"styles\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles\" Target=\"styles.xml\"/></Relationships>")));
    parts.push(("xl/styles.xml".to_owned(), "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\" applyNumberFormat=\"1\"/></cellXfs></styleSheet>".to_owned()));
    parts.push(("_rels/.rels".to_owned(), format!("<Relationships xmlns=\"{relations}\"><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>")));
    let parts: Vec<(&str, &[u8], u32)> = parts
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_bytes(), text.len() as u32))
        .collect();
    write_zip(&parts)
}

fn sheet_xml(rows: &[&[&str]]) -> String {
    let mut text = String::from(
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>",
    );
    for (index, row) in rows.iter().enumerate() {
        let number = index + 1;
        text += &format!("<row r=\"{number}\">");
        for (cell, column) in row.iter().zip('A'..) {
            text += &match cell.split_at_checked(1) {
                Some(("=", value)) => format!("<c r=\"{column}{number}\"><v>{value}</v></c>"),
                Some(("@", value)) => {
                    format!("<c r=\"{column}{number}\" s=\"1\"><v>{value}</v></c>")
                }
                _ => {
                    format!("<c r=\"{column}{number}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>")
                }
            };
        }
        text += "</row>";
    }
    text + "</sheetData></worksheet>"
}

/// Stored parts: their names, their bytes, and how large they claim to be.
pub fn write_zip(parts: &[(&str, &[u8], u32)]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut directory = Vec::new();
    for (name, content, claimed) in parts {
        let offset = file.len() as u32;
        let mut entry = Vec::new();
        for half in [20u16, 0, 0, 0, 0x21] {
            entry.extend(half.to_le_bytes());
        }
        for word in [crc_checksum(content), content.len() as u32, *claimed] {
            entry.extend(word.to_le_bytes());
        }
        entry.extend((name.len() as u16).to_le_bytes());
        entry.extend([0; 2]);
        file.extend(b"PK\x03\x04");
        file.extend(&entry);
        file.extend(name.as_bytes());
        file.extend(*content);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&entry);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = file.len() as u32;
    file.extend(&directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    for _ in 0..2 {
        file.extend((parts.len() as u16).to_le_bytes());
    }
    file.extend((directory.len() as u32).to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend([0; 2]);
    file
}

/// CRC-32 as ZIP uses it.
fn crc_checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                crc >> 1 ^ 0xedb8_8320
            } else {
                crc >> 1
            }
        })
    })
}
