//! The lifetime of one websocket connection.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use identity::{Principal, Reader, Tenant};
use kernel::ProfileId;
use store::EventStream;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use super::feed;
use crate::AppState;
use crate::dto::notification::UnreadNotifications;
use crate::dto::socket::{ClientFrame, ServerFrame};
use crate::extract::principal::{full, profile_of};
use crate::problem::Problem;

const FIRST_FRAME_WITHIN: Duration = Duration::from_secs(10);
const PING_EVERY: Duration = Duration::from_secs(25);
/// Silence after which the client is considered gone: two pings and a margin.
const SILENCE_MAX: Duration = Duration::from_secs(60);
/// Interval for rechecking the session, in case the notification of its end was lost.
const RECHECK_EVERY: Duration = Duration::from_secs(30);
const RATES_EVERY: Duration = Duration::from_secs(8);
/// Time limit for one frame. A slower client is disconnected.
const SEND_WITHIN: Duration = Duration::from_secs(10);

/// Time limit for the database, after which it counts as temporarily unavailable.
const ANSWER_WITHIN: Duration = Duration::from_secs(15);

/// A signed-in client. Anonymous clients receive only rates.
struct Listener {
    principal: Principal,
    profile: ProfileId,
    /// Sequence number of the last event sent.
    seq: i64,
    /// The last unread notifications that were sent.
    unread: Option<UnreadNotifications>,
}

/// The connection has ended.
struct Ended;

struct Session<'a> {
    state: &'a AppState,
    tenant: &'a Tenant,
    socket: WebSocket,
    listener: Option<Listener>,
}

/// Runs a connection to its end.
pub(super) async fn run(state: &AppState, tenant: &Tenant, socket: WebSocket) {
    let mut session = Session { state, tenant, socket, listener: None };
    let _ = session.begin_and_listen().await;
    let _ = timeout(SEND_WITHIN, session.socket.close()).await;
}

/// Waits for the server's shutdown. A dropped sender counts as shutdown.
async fn stopped(stopping: &mut tokio::sync::watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stop| *stop).await;
}

impl Session<'_> {
    async fn begin_and_listen(&mut self) -> Result<(), Ended> {
        // Subscribes before the first read of the stream, so that no event is missed in between.
        let mut hub = self.state.store().event_hub().subscribe();
        // Subscribes before the sign-in check, so that no end of a session is missed in between.
        let mut ends = self.state.identity().ended_sessions();
        let first = timeout(FIRST_FRAME_WITHIN, self.next_frame()).await.map_err(|_| Ended)??;
        if let Err(problem) = timeout(ANSWER_WITHIN, self.sign_in(first)).await.map_err(|_| Ended)? {
            return self.end(problem.code()).await;
        }
        self.send_unread().await?;
        self.send_rates().await?;
        let mut stopping = self.state.stopping();
        let start = Instant::now();
        let mut ping = interval_at(start + PING_EVERY, PING_EVERY);
        let mut recheck = interval_at(start + RECHECK_EVERY, RECHECK_EVERY);
        let mut rates = interval_at(start + RATES_EVERY, RATES_EVERY);
        rates.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut heard = start;
        loop {
            tokio::select! {
                frame = self.next_frame() => { frame?; heard = Instant::now(); }
                grown = hub.recv() => match grown {
                    Ok(EventStream { tenant, stream }) if self.concerns(tenant, stream) => self.send_events().await?,
                    Ok(EventStream { tenant, stream }) if self.tells(tenant, stream) => self.send_unread().await?,
                    Ok(_) => {}
                    Err(RecvError::Lagged(_)) => {
                        self.send_events().await?;
                        self.send_unread().await?;
                    }
                    Err(RecvError::Closed) => return Err(Ended),
                },
                ended = ends.recv() => match ended {
                    Ok(ended) if !self.is_of(ended) => {}
                    Err(RecvError::Closed) => return Err(Ended),
                    Ok(_) | Err(RecvError::Lagged(_)) => self.recheck().await?,
                },
                _ = rates.tick() => self.send_rates().await?,
                _ = recheck.tick() => self.recheck().await?,
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE_MAX {
                        return Err(Ended);
                    }
                    // Events of other replicas do not reach this process's hub, so the ping polls for them.
                    self.send_events().await?;
                    self.send_unread().await?;
                    self.send(&ServerFrame::Ping).await?;
                }
                () = stopped(&mut stopping) => return self.end("SERVICE_UNAVAILABLE").await,
            }
        }
    }

    fn concerns(&self, tenant: kernel::TenantId, stream: uuid::Uuid) -> bool {
        tenant == self.tenant.id && self.listener.as_ref().is_some_and(|listener| listener.profile.uuid() == stream)
    }

    /// Whether the notifications of this person have changed.
    fn tells(&self, tenant: kernel::TenantId, stream: uuid::Uuid) -> bool {
        tenant == self.tenant.id
            && self.listener.as_ref().is_some_and(|listener| listener.principal.user.uuid() == stream)
    }

    fn is_of(&self, ended: identity::Ended) -> bool {
        self.listener.as_ref().is_some_and(|listener| ended.concerns(self.tenant.id, listener.principal.session))
    }

    /// The next valid frame. An invalid one ends the connection.
    async fn next_frame(&mut self) -> Result<ClientFrame, Ended> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).map_err(|_| Ended),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return Err(Ended),
            }
        }
    }

    async fn sign_in(&mut self, frame: ClientFrame) -> Result<(), Problem> {
        let ClientFrame::Auth { access_token, profile_id, after_seq } = frame else {
            return Err(Problem::bad_request("The first frame must be auth."));
        };
        let Some(token) = access_token else { return Ok(()) };
        let principal = self.state.identity().authenticate(self.tenant.id, &token).await?;
        full(&principal)?;
        let profile = profile_of(&principal, profile_id.as_deref())?;
        let start = feed::start(self.state, self.tenant.id, profile, after_seq).await?;
        self.listener = Some(Listener { principal, profile, seq: start.seq, unread: None });
        for frame in &start.frames {
            self.send(frame).await.map_err(|_| Problem::bad_request("gone"))?;
        }
        Ok(())
    }

    /// Sends the events since the last one sent.
    async fn send_events(&mut self) -> Result<(), Ended> {
        let Some(listener) = &self.listener else { return Ok(()) };
        let news = feed::newer(self.state, self.tenant.id, listener.profile, listener.seq);
        let Ok(Ok(news)) = timeout(ANSWER_WITHIN, news).await else {
            // The database is temporarily unavailable; the next event or ping retries.
            return Ok(());
        };
        for frame in news.frames {
            self.send(&frame).await?;
        }
        if let Some(listener) = &mut self.listener {
            listener.seq = news.seq;
        }
        Ok(())
    }

    /// Sends the unread notifications if they differ from the last ones sent.
    async fn send_unread(&mut self) -> Result<(), Ended> {
        let Some(listener) = &self.listener else { return Ok(()) };
        let reader = Reader { user: listener.principal.user, profile: listener.profile };
        let Ok(Ok(unread)) = timeout(ANSWER_WITHIN, feed::unread(self.state, self.tenant.id, reader)).await else {
            // The database is temporarily unavailable; the next change or ping retries.
            return Ok(());
        };
        if listener.unread.as_ref() == Some(&unread) {
            return Ok(());
        }
        self.send(&ServerFrame::Notifications(unread.clone())).await?;
        if let Some(listener) = &mut self.listener {
            listener.unread = Some(unread);
        }
        Ok(())
    }

    async fn send_rates(&mut self) -> Result<(), Ended> {
        let Ok(frame) = timeout(ANSWER_WITHIN, feed::rates(self.state, self.tenant.id)).await else {
            // The database is temporarily unavailable; the next tick retries.
            return Ok(());
        };
        self.send(&frame).await
    }

    /// Ends the connection if the session has ended or the customer was blocked. An expired access token alone does not
    /// end it: the page renews it over HTTP while the session lives.
    async fn recheck(&mut self) -> Result<(), Ended> {
        let Some(listener) = &self.listener else { return Ok(()) };
        let lives = self.state.identity().session_lives(self.tenant.id, listener.principal.session);
        match timeout(ANSWER_WITHIN, lives).await {
            Err(_) | Ok(Ok(true)) => Ok(()),
            Ok(Err(error)) if error.kind() == kernel::ErrorKind::Unavailable => Ok(()),
            Ok(Ok(false) | Err(_)) => self.end("UNAUTHORIZED_REQUEST").await,
        }
    }

    async fn end(&mut self, code: &str) -> Result<(), Ended> {
        self.send(&ServerFrame::Bye { code: code.to_owned() }).await?;
        Err(Ended)
    }

    async fn send(&mut self, frame: &ServerFrame) -> Result<(), Ended> {
        let text = serde_json::to_string(frame).map_err(|_| Ended)?;
        match timeout(SEND_WITHIN, self.socket.send(Message::Text(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Ended),
        }
    }
}
