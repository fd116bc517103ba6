import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Badge } from '../../../ui/Badge'
import { ask } from '../../api/ask'
import type { Act, Customer, Me } from '../../api/queries'
import { Card } from '../../parts/Card'
import { ActButton } from '../../parts/ActButton'
import { reasonsOf, useVerificationWords } from '../../parts/verificationWords'
import { Documents } from './Documents'

type Verification = Customer['verifications'][number]
type Verdict = 'approve' | 'ask_again' | 'hold' | 'reject' | 'reset' | 'expire'

/** Preselected reasons for an expired document. The operator can choose others. */
const RAN_OUT: Record<string, readonly string[]> = { IDENTITY: ['document_expired'], ADDRESS: ['proof_too_old'] }

const documented = ({ kind }: Verification) => kind === 'IDENTITY' || kind === 'ADDRESS' || kind === 'SOURCE_OF_FUNDS'

/** The decisions that the server's state machine allows in this status. */
function verdictsOf(one: Verification): readonly Verdict[] {
  const { status } = one
  if (!documented(one)) return []
  if (status === 'PROCESSING') return ['approve', 'ask_again', 'hold', 'reject']
  if (status === 'ON_HOLD') return ['approve', 'ask_again', 'reject']
  if (status === 'COMPLETED') return ['expire', 'reject', 'reset']
  return status === 'REJECTED' ? ['reset'] : []
}

/** The customer's verifications, and the decision about submitted documents. */
export function VerificationsCard({ customer, me }: { customer: Customer; me: Me }) {
  const words = useVerificationWords()
  const may = me.permissions.includes('verifications.ask') || me.permissions.includes('verifications.propose')
  const sees = me.permissions.includes('verifications.read') && me.permissions.includes('personal.read')
  return (
    <Card title={<Trans>Verification</Trans>}>
      <ul className="grid gap-4">
        {customer.verifications.map((one) => {
          const { words: status, tone } = words.status(one.status)
          return (
            <li key={one.kind} className="grid gap-2">
              <div className="flex items-center justify-between gap-3">
                <span>{words.kind(one.kind)}</span>
                <Badge tone={tone}>{status}</Badge>
              </div>
              {one.reasons.length > 0 ? (
                <p className="text-[13px] text-muted">{one.reasons.map((reason) => words.reason(reason)).join(', ')}</p>
              ) : null}
              {sees && documented(one) && one.status !== 'NONE' ? <Documents id={customer.id} kind={one.kind} /> : null}
              {may && verdictsOf(one).length > 0 ? <Decisions id={customer.id} one={one} /> : null}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Decisions({ id, one }: { id: string; one: Verification }) {
  return (
    <div className="flex flex-wrap gap-2 *:w-auto">
      {verdictsOf(one).map((verdict) => (
        <Decide key={verdict} id={id} kind={one.kind} verdict={verdict} />
      ))}
    </div>
  )
}

function Decide({ id, kind, verdict }: { id: string; kind: Verification['kind']; verdict: Verdict }) {
  const words = useVerificationWords()
  const [reasons, setReasons] = useState<readonly string[]>(() => (verdict === 'expire' ? (RAN_OUT[kind] ?? []) : []))
  const told = verdict === 'ask_again' || verdict === 'reject' || verdict === 'expire'
  const decide = (reason: string) =>
    ask<Act>('customers/{id}/verifications', {
      method: 'POST',
      params: { path: { id } },
      body: { kind, verdict, reasons: told ? reasons : [], reason },
    })
  const turn = (word: string) =>
    setReasons(reasons.includes(word) ? reasons.filter((each) => each !== word) : [...reasons, word])
  return (
    <div>
      <ActButton
        danger={verdict === 'reject'}
        label={words.verdict(verdict)}
        title={words.verdict(verdict)}
        about={words.kind(kind)}
        act={decide}
        fields={
          told ? (
            <fieldset className="grid gap-1">
              <legend className="mb-1 text-[13px] text-muted">
                <Trans>What the customer is told</Trans>
              </legend>
              {reasonsOf(kind).map((word) => (
                <label key={word} className="flex min-h-9 items-center gap-3">
                  <input type="checkbox" checked={reasons.includes(word)} onChange={() => turn(word)} />
                  {words.reason(word)}
                </label>
              ))}
            </fieldset>
          ) : undefined
        }
      />
    </div>
  )
}
