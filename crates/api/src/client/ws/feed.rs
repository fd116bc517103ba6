//! Frames of the websocket: a profile's events since the client's last one, and the prices.

use identity::Reader;
use kernel::{PartnerConsentId, PaymentId, ProfileId, TenantId, TransactionId};
use store::events::{self, Event};

use crate::AppState;
use crate::client::rates::prices;
use crate::dto::notification::UnreadNotifications;
use crate::dto::socket::ServerFrame;
use crate::problem::Problem;

/// Maximum events to replay. A client that has missed more must fetch its data again.
const RESUME_MAX: i64 = 200;

/// Frames to send, and the sequence number of the last event.
pub(super) struct NewFrames {
    pub frames: Vec<ServerFrame>,
    pub seq: i64,
}

/// The first frames for a client that has all events up to `after`.
pub(super) async fn start(
    state: &AppState,
    tenant: TenantId,
    profile: ProfileId,
    after: Option<i64>,
) -> Result<NewFrames, Problem> {
    let mut tx = state.store().tenant_read(tenant).await?;
    let seq = events::head(tx.conn(), tenant, profile.uuid()).await?;
    let mut frames = vec![ServerFrame::Ready { seq }];
    match after {
        None => {}
        // `after > seq`: the client's sequence number comes from another database.
        Some(after) if after > seq || after < 0 || seq - after > RESUME_MAX => frames.push(ServerFrame::Resync { seq }),
        Some(after) => {
            let missed = events::after(tx.conn(), tenant, profile.uuid(), after, RESUME_MAX).await?;
            // The oldest missed events may have been deleted.
            match missed.first() {
                Some(first) if first.seq == after + 1 => frames.extend(missed.into_iter().map(frame)),
                _ if after == seq => {}
                _ => frames.push(ServerFrame::Resync { seq }),
            }
        }
    }
    Ok(NewFrames { frames, seq })
}

/// Events after `seq`.
pub(super) async fn newer(
    state: &AppState,
    tenant: TenantId,
    profile: ProfileId,
    seq: i64,
) -> Result<NewFrames, Problem> {
    let mut tx = state.store().tenant_read(tenant).await?;
    let new = events::after(tx.conn(), tenant, profile.uuid(), seq, RESUME_MAX).await?;
    let last = new.last().map_or(seq, |event| event.seq);
    Ok(NewFrames { frames: new.into_iter().map(frame).collect(), seq: last })
}

fn frame(event: Event) -> ServerFrame {
    let subject = match event.kind.as_str() {
        partners::webhook::CUSTOMER_CHANGED => PartnerConsentId::from_uuid(event.subject).to_string(),
        partners::webhook::PAYMENT_CHANGED => PaymentId::from_uuid(event.subject).to_string(),
        _ => TransactionId::from_uuid(event.subject).to_string(),
    };
    ServerFrame::Event { seq: event.seq, kind: event.kind, subject, body: event.body, at: event.created_at }
}

/// The unread notifications of a person and their profile.
pub(super) async fn unread(state: &AppState, tenant: TenantId, reader: Reader) -> Result<UnreadNotifications, Problem> {
    Ok(state.identity().unread_notifications(tenant, reader).await?.into())
}

/// The tenant's current prices.
pub(super) async fn rates(state: &AppState, tenant: TenantId) -> ServerFrame {
    match prices(state, tenant).await {
        Ok(rates) => ServerFrame::Rates { at: rates.at, expires_at: rates.expires_at, prices: rates.prices },
        Err(problem) => ServerFrame::RatesUnavailable { reason: problem.detail },
    }
}
