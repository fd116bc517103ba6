/** Specification, "Business constants and limits": the rate is refreshed every 8 seconds. */
export const RATE_REFRESH_MS = 8000
