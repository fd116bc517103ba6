//! Rendering of problem bodies, where the request is known.

use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ALLOW, CONTENT_TYPE, RETRY_AFTER, VARY,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};

use super::{Problem, ProblemBody};
use crate::problem::code::code_of;

/// The request of a problem.
pub(crate) struct Asked<'a> {
    pub request_id: &'a str,
    pub path: &'a str,
}

/// Renders the body of every error of an API path, including errors of libraries without a body.
pub(crate) fn render(response: Response, asked: &Asked<'_>) -> Response {
    let status = response.status();
    let carried = response.extensions().get::<Problem>().cloned();
    let problem = match carried {
        Some(problem) => problem,
        None if status.is_client_error() || status.is_server_error() => bare(&response),
        None => return response,
    };
    log(&problem, asked);
    let mut headers = kept(response.headers());
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    if let Some(seconds) = problem.retry_after_s {
        headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    let status = problem.status;
    let body = serde_json::to_vec(&body(problem, asked)).unwrap_or_default();
    (status, headers, Body::from(body)).into_response()
}

/// Replaces a library's error text, which may expose internals, by the text of the code.
fn bare(response: &Response) -> Problem {
    let status = response.status();
    let code = code_of(status);
    let detail = match code {
        "METHOD_NOT_ALLOWED" => "This path does not take this method.",
        "NOT_FOUND" => "There is nothing here.",
        "PAYLOAD_TOO_LARGE" => "The body is larger than 64 KiB.",
        _ if status.is_server_error() => "Something went wrong on our side.",
        _ => "The request cannot be read.",
    };
    let mut problem = Problem::new(kernel::ErrorKind::Internal, code, detail);
    problem.status = status;
    problem
}

/// Headers that belong to the response rather than to the replaced body.
fn kept(headers: &HeaderMap) -> HeaderMap {
    // Without the last three, a page on a partner's domain could not read why it is refused.
    let keep = [
        ALLOW.as_str(),
        "set-cookie",
        "ratelimit",
        "ratelimit-policy",
        VARY.as_str(),
        ACCESS_CONTROL_ALLOW_ORIGIN.as_str(),
        ACCESS_CONTROL_EXPOSE_HEADERS.as_str(),
    ];
    let belongs = |name: &str| keep.contains(&name);
    headers.iter().filter(|(name, _)| belongs(name.as_str())).map(|(n, v)| (n.clone(), v.clone())).collect()
}

fn body(problem: Problem, asked: &Asked<'_>) -> ProblemBody {
    ProblemBody {
        kind: format!("/problems/{}", problem.code.to_lowercase().replace('_', "-")),
        title: title(problem.code),
        status: problem.status.as_u16(),
        message: problem.detail.clone(),
        detail: problem.detail,
        instance: asked.path.to_owned(),
        code: problem.code.to_owned(),
        request_id: asked.request_id.to_owned(),
        errors: problem.errors,
        meta: problem.meta,
    }
}

/// `DAILY_LIMIT_EXCEEDED` as `Daily limit exceeded`.
fn title(code: &str) -> String {
    let words = code.to_lowercase().replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn log(problem: &Problem, asked: &Asked<'_>) {
    let (code, cause) = (problem.code, problem.cause.as_deref().unwrap_or_default());
    if problem.status.is_server_error() {
        tracing::error!(
            event = "request.failed",
            request_id = asked.request_id,
            path = asked.path,
            code,
            cause,
            "The server answered with an error."
        );
    } else {
        tracing::debug!(
            event = "request.refused",
            request_id = asked.request_id,
            path = asked.path,
            code,
            cause,
            "The server refused a request."
        );
    }
}
