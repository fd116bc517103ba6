//! Writes a checked message. Its texts need no escaping: XML escapes no character of the SEPA set.

use kernel::Currency;

use super::check::{Line, Message, Payment};

const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
/// EPC132-08: the value where a BIC is not given.
const NOT_PROVIDED: &str = "NOTPROVIDED";

/// The document.
pub fn document(message: &Message) -> String {
    let mut xml = Xml { text: String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"), depth: 0 };
    xml.text.push_str("<Document xmlns=\"");
    xml.text.push_str(NAMESPACE);
    xml.text.push_str("\">\n");
    xml.parent("CstmrCdtTrfInitn", |xml| {
        xml.parent("GrpHdr", |xml| {
            xml.leaf("MsgId", &message.id);
            xml.leaf("CreDtTm", &message.created_at.format("%Y-%m-%dT%H:%M:%SZ").to_string());
            xml.leaf("NbOfTxs", &message.count.to_string());
            xml.leaf("CtrlSum", &message.control_sum);
            xml.parent("InitgPty", |xml| xml.leaf("Nm", &message.debtor_name));
        });
        for payment in &message.payments {
            xml.parent("PmtInf", |xml| write_payment(xml, message, payment));
        }
    });
    xml.text.push_str("</Document>\n");
    xml.text
}

fn write_payment(xml: &mut Xml, message: &Message, payment: &Payment) {
    let is_sepa = payment.currency == Currency::EUR;
    xml.leaf("PmtInfId", &payment.id);
    xml.leaf("PmtMtd", "TRF");
    // One entry of the statement for each transfer, so that each is found again.
    xml.leaf("BtchBookg", "false");
    xml.leaf("NbOfTxs", &payment.lines.len().to_string());
    xml.leaf("CtrlSum", &payment.control_sum);
    if is_sepa {
        xml.parent("PmtTpInf", |xml| xml.parent("SvcLvl", |xml| xml.leaf("Cd", "SEPA")));
    }
    xml.parent("ReqdExctnDt", |xml| xml.leaf("Dt", &message.execution_date.format("%Y-%m-%d").to_string()));
    xml.parent("Dbtr", |xml| xml.leaf("Nm", &message.debtor_name));
    xml.parent("DbtrAcct", |xml| xml.parent("Id", |xml| xml.leaf("IBAN", &message.debtor_iban)));
    xml.parent("DbtrAgt", |xml| {
        xml.parent("FinInstnId", |xml| match &message.debtor_bic {
            Some(bic) => xml.leaf("BICFI", bic),
            None => xml.parent("Othr", |xml| xml.leaf("Id", NOT_PROVIDED)),
        });
    });
    xml.leaf("ChrgBr", if is_sepa { "SLEV" } else { "SHAR" });
    for line in &payment.lines {
        xml.parent("CdtTrfTxInf", |xml| write_line(xml, line));
    }
}

fn write_line(xml: &mut Xml, line: &Line) {
    xml.parent("PmtId", |xml| xml.leaf("EndToEndId", &line.end_to_end_id));
    xml.parent("Amt", |xml| {
        xml.open(&format!("InstdAmt Ccy=\"{}\"", line.amount.currency()));
        xml.text.push_str(&line.amount.to_decimal());
        xml.close("InstdAmt");
    });
    xml.parent("Cdtr", |xml| xml.leaf("Nm", &line.name));
    xml.parent("CdtrAcct", |xml| xml.parent("Id", |xml| xml.leaf("IBAN", &line.iban)));
    if !line.remittance.is_empty() {
        xml.parent("RmtInf", |xml| xml.leaf("Ustrd", &line.remittance));
    }
}

/// The text written so far.
struct Xml {
    text: String,
    depth: usize,
}

impl Xml {
    fn open(&mut self, tag: &str) {
        self.text.extend(std::iter::repeat_n(' ', self.depth + 1));
        self.text.push('<');
        self.text.push_str(tag);
        self.text.push('>');
    }

    fn close(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push_str(">\n");
    }

    /// An element with a text.
    fn leaf(&mut self, name: &str, text: &str) {
        self.open(name);
        self.text.push_str(text);
        self.close(name);
    }

    /// An element with the elements that `inside` writes.
    fn parent(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.open(name);
        self.text.push('\n');
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.text.extend(std::iter::repeat_n(' ', self.depth + 1));
        self.close(name);
    }
}
