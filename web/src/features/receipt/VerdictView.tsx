import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { SupportLink } from '../../domain/SupportLink'
import { Badge } from '../../ui/Badge'
import { Notice } from '../../ui/Notice'
import type { Said } from './checkFile'
import type { Receipt } from './receipt'

/** The result in one sentence, and below it the verified changes. */
export function VerdictView({ verdict, published }: Said) {
  if (verdict.kind !== 'holds') {
    const tone = verdict.kind === 'unsupported' ? 'wait' : 'bad'
    return (
      <Notice tone={tone} action={verdict.kind === 'other-transaction' ? <SupportLink /> : undefined}>
        <Refusal verdict={verdict} />
      </Notice>
    )
  }
  const { receipt, sealed, unsealed, first, size } = verdict
  const all = sealed + unsealed
  return (
    <div className="grid grid-cols-1 gap-4">
      {unsealed === 0 ? (
        <Notice tone="ok">
          <Trans>
            The receipt is valid. Everything in it is in the signed log and has not been altered since it was recorded.
          </Trans>
        </Notice>
      ) : (
        <Notice tone="wait">
          <Trans>
            Correct so far: {sealed} of {all} changes are in the signed log. New ones get there within seconds: get the
            receipt again then.
          </Trans>
        </Notice>
      )}
      {published ? null : (
        <Notice tone="plain">
          <Trans>We could not get this site’s key, so the receipt was checked with the key named in it.</Trans>
        </Notice>
      )}
      {first > 1 ? (
        <p className="text-[14px] text-muted">
          <Trans>Changes before number {first} are older than the log and are not in this receipt.</Trans>
        </p>
      ) : null}
      <Changes receipt={receipt} signed={size !== undefined} />
      {size === undefined ? null : (
        <p className="text-[13px] text-muted">
          <Plural value={size} one="The signed log has # commit." other="The signed log has # commits." />{' '}
          <Trans>
            Signed with the key <span className="font-mono">{receipt.key.split('+')[1]}</span>.
          </Trans>
        </p>
      )}
    </div>
  )
}

function Refusal({ verdict }: { verdict: Exclude<Said['verdict'], { kind: 'holds' }> }) {
  switch (verdict.kind) {
    case 'altered': {
      const number = (verdict.change ?? 0) + 1
      return <Trans>Something was altered: change {number} of this receipt is not the one in the log.</Trans>
    }
    case 'other-transaction':
      return <Trans>This receipt is for another transaction. Save the file and contact support.</Trans>
    case 'not-signed':
      return <Trans>The signature is invalid: this was not signed with the key named in the receipt.</Trans>
    case 'other-key':
      return <Trans>This receipt is not from here: it names a different key from the one this site publishes.</Trans>
    case 'incomplete':
      return <Trans>Changes are missing from this receipt, or are out of order.</Trans>
    case 'unreadable':
      return <Trans>This is not a receipt, or it is damaged.</Trans>
    case 'unsupported':
      return (
        <Trans>
          This browser cannot check signatures. Use a newer one, over a secure connection. Nothing is wrong yet.
        </Trans>
      )
  }
}

function Changes({ receipt, signed }: { receipt: Receipt; signed: boolean }) {
  const { i18n } = useLingui()
  const moment = (at: string) => i18n.date(at, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })
  return (
    <ol className="grid gap-2.5 text-[14px]">
      {receipt.changes.map(({ change, log }) => (
        <li key={change.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span>
            <Trans>Change {change.step?.version ?? 0}</Trans>{' '}
            <span className="text-muted">{moment(change.committed_at)}</span>
          </span>
          <Badge tone={log && signed ? 'ok' : 'wait'}>
            {log && signed ? <Trans>In the log</Trans> : <Trans>Not in the log yet</Trans>}
          </Badge>
        </li>
      ))}
    </ol>
  )
}
