import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'

const OWN = 'session/alert-mail'

/** Which alerts the operator gets by email. */
export type AlertMail = 'all' | 'urgent' | 'none'

export const alertMailQuery = queryOptions({
  queryKey: ['own-alert-mail'],
  queryFn: ({ signal }) => ask<{ alert_mail: AlertMail }>(OWN, { signal }),
})

export const setAlertMail = (alert_mail: AlertMail) => ask(OWN, { method: 'PUT', body: { alert_mail } })
