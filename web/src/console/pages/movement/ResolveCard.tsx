import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { moneyText } from '../../../i18n/format'
import { Notice } from '../../../ui/Notice'
import { Select } from '../../../ui/Select'
import { TextField } from '../../../ui/TextField'
import { ask } from '../../api/ask'
import { type Act, type Movement, proposalsQuery } from '../../api/queries'
import type { components } from '../../api/schema.gen'
import { Card } from '../../parts/Card'
import { ActButton } from '../../parts/ActButton'
import { Go } from '../../parts/Go'
import { useResolutionWords } from '../../parts/movementWords'

type Resolution = Movement['resolutions'][number]
type ClosedAs = components['schemas']['ClosedAs']

/** The decisions about a movement that waits for an operator. An unavailable decision is disabled with its reason. */
export function ResolveCard({ movement, onDone }: { movement: Movement; onDone: () => void }) {
  const waiting = useQuery(proposalsQuery(false))
  const proposed = waiting.data?.data.some((one) => one.subject === movement.id)
  if (movement.resolutions.length === 0) return null
  // A reader: one sentence instead of a button for each decision with the same reason.
  const decides = movement.resolutions.some(({ route }) => route !== 'refused')
  return (
    <Card title={<Trans>Decide</Trans>}>
      <div className="grid gap-3">
        {proposed ? (
          <Notice tone="wait">
            <Trans>A decision waits for a second operator.</Trans>{' '}
            <Go to="/approvals" className="font-semibold underline">
              <Trans>Approvals</Trans>
            </Go>
          </Notice>
        ) : null}
        {decides ? (
          <div className="grid items-start gap-2">
            {movement.resolutions.map((one) => (
              <Decision key={one.act} movement={movement} one={one} onDone={onDone} />
            ))}
          </div>
        ) : (
          <p className="text-[14px] text-muted">
            <Trans>Another operator decides. Your role may only read it.</Trans>
          </p>
        )}
      </div>
    </Card>
  )
}

function Decision({ movement, one, onDone }: { movement: Movement; one: Resolution; onDone: () => void }) {
  const { i18n } = useLingui()
  const [closedAs, setClosedAs] = useState<ClosedAs>('failed')
  const [to, setTo] = useState('')
  const words = useResolutionWords()
  const held = movement.held ? moneyText(movement.held, i18n.locale) : undefined
  const claimed = one.act === 'accept' && movement.review?.claimed
  const claim = claimed ? moneyText(claimed, i18n.locale) : undefined
  const act = async (reason: string) => {
    const body = {
      act: one.act,
      closed_as: one.act === 'close' ? closedAs : undefined,
      to: one.act === 'assign' ? to.trim() : undefined,
      reason,
    }
    const done = await ask<Act>('movements/{id}/resolve', {
      method: 'POST',
      params: { path: { id: movement.id } },
      body,
    })
    if (done.state === 'done') onDone()
    return done
  }
  return (
    <ActButton
      danger={one.act === 'close' || one.act === 'write_off'}
      label={words.act(one.act)}
      title={words.question(one.act)}
      about={
        <>
          {words.about(one.act)}
          {held ? (
            <>
              {' '}
              <Trans>Held now: {held}.</Trans>
            </>
          ) : null}{' '}
          {claim ? (
            <>
              <Trans>The acquirer may have {claim}.</Trans>{' '}
            </>
          ) : null}
          {one.route === 'with_second' ? <Trans>Another operator has to agree.</Trans> : null}
        </>
      }
      disabledReason={disabled(one)}
      fields={
        one.act === 'close' ? (
          <CloseAs value={closedAs} onChange={setClosedAs} />
        ) : one.act === 'assign' ? (
          <Whose value={to} onChange={setTo} />
        ) : undefined
      }
      act={act}
    />
  )
}

function disabled(one: Resolution): ReactNode {
  if (one.route === 'refused') return <Trans>Your role may not do this</Trans>
  // The server's own words begin in lower case.
  return one.refused && one.refused.charAt(0).toUpperCase() + one.refused.slice(1)
}

function Whose({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Customer`}
      name="to"
      autoComplete="off"
      value={value}
      onChange={onChange}
      hint={t`Email, telephone number or profile`}
    />
  )
}

function CloseAs({ value, onChange }: { value: ClosedAs; onChange: (value: ClosedAs) => void }) {
  const { t } = useLingui()
  const words = useResolutionWords()
  const all: ClosedAs[] = ['failed', 'rejected', 'resolved']
  return (
    <Select
      label={t`Close as`}
      value={value}
      onChange={(code) => onChange(all.find((one) => one === code) ?? 'failed')}
    >
      {all.map((code) => (
        <option key={code} value={code}>
          {words.closedAs(code)}
        </option>
      ))}
    </Select>
  )
}
