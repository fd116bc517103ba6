import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client'
import { errorText } from '../../api/problemText'
import { timeText } from '../../i18n/format'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { SkeletonRows } from '../../ui/Skeleton'
import { EmptyState, ErrorState } from '../../ui/States'

const REFRESH_MS = 2000

/** The sandbox's captured emails, newest first, with the code to copy. */
export function Mailbox({ to }: { to: string | undefined }) {
  const mails = useQuery({
    queryKey: ['sandbox', 'mails', to ?? ''],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) =>
      (await client.GET('/api/client/v1/sandbox/mails', { params: { query: to ? { to } : {} }, signal })).data.data,
  })
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Sandbox mailbox</Trans>
      </h1>
      <p className="mt-2 text-muted">{to ? <Trans>Emails to {to}</Trans> : <Trans>All emails</Trans>}</p>
      <div className="mt-4">
        {mails.isPending ? <SkeletonRows count={2} /> : null}
        {mails.isError && !mails.data ? (
          <ErrorState onRetry={() => void mails.refetch()}>{errorText(mails.error)}</ErrorState>
        ) : null}
        {mails.data?.length === 0 ? (
          <EmptyState art="mail" title={<Trans>No emails yet</Trans>}>
            <Trans>An email appears here within a few seconds of being sent.</Trans>
          </EmptyState>
        ) : null}
        <ul className="divide-y divide-line">
          {mails.data?.map((mail) => (
            <MailItem key={`${mail.created_at} ${mail.subject}`} mail={mail} />
          ))}
        </ul>
      </div>
    </Card>
  )
}

type MailItemProps = { mail: { to: string; subject: string; text: string; created_at: string } }

function MailItem({ mail }: MailItemProps) {
  const { t, i18n } = useLingui()
  const code = /(?:^|\s)(\d{6}|[2-9A-Z]{8})(?=\s|$|\.)/.exec(mail.text)?.[1]
  return (
    <li className="grid gap-1 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <b className="font-semibold">{mail.subject}</b>
        <time dateTime={mail.created_at} className="text-[13px] text-muted">
          {timeText(mail.created_at, i18n.locale)}
        </time>
      </div>
      <span className="break-all text-[13px] text-muted">{mail.to}</span>
      {code ? (
        <div className="flex items-center">
          <span className="font-mono text-[24px] font-semibold tracking-[0.12em]">{code}</span>
          <CopyButton text={code} label={t`Copy code`} />
        </div>
      ) : null}
      <p className="whitespace-pre-line break-words text-[14px] text-muted">{mail.text}</p>
    </li>
  )
}
