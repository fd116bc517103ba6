import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyText } from '../../../i18n/format'
import { Badge } from '../../../ui/Badge'
import { Notice } from '../../../ui/Notice'
import { TextField } from '../../../ui/TextField'
import { type NetworkFee, hasNetworkFees, networkFeesQuery, raiseFee } from '../../api/networkFees'
import { type Movement, proposalsQuery } from '../../api/queries'
import type { components } from '../../api/schema.gen'
import { ActButton } from '../../parts/ActButton'
import { Card } from '../../parts/Card'
import { Facts } from '../../parts/Facts'
import { extraAtoms, rateOf, rateText } from '../../parts/feeRates'
import { Go } from '../../parts/Go'
import { Loaded } from '../../parts/Loaded'
import { useAgo } from '../../parts/useAgo'
import { useNow } from '../../parts/useNow'

type Obstacle = components['schemas']['FeeObstacle']

const OBSTACLES: Record<Obstacle, MessageDescriptor> = {
  not_sent: msg`It was not sent yet`,
  not_unconfirmed: msg`It is confirmed`,
  too_often: msg`It was replaced as often as allowed`,
  change_too_small: msg`The change is too small to pay a higher fee`,
  at_ceiling: msg`The fee is at its maximum`,
}

/** The network fees of the payouts, while no block contains them or after one was replaced. */
export function NetworkFeeCard({ movement }: { movement: Movement }) {
  const fees = useQuery({ ...networkFeesQuery(movement.id), enabled: hasNetworkFees(movement) })
  if (!hasNetworkFees(movement)) return null
  const shown = fees.data?.data.filter((fee) => fee.is_unconfirmed || fee.transactions.length > 1)
  if (shown?.length === 0) return null
  return (
    <Card title={<Trans>Network fee</Trans>}>
      <Loaded asked={{ ...fees, data: shown }}>
        {(all) => (
          <div className="grid gap-5">
            {all.map((fee) => (
              <OneFee key={fee.leg} id={movement.id} fee={fee} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function OneFee({ id, fee }: { id: string; fee: NetworkFee }) {
  const { t, i18n } = useLingui()
  const ago = useAgo()
  const now = useNow()
  const waiting = useQuery({ ...proposalsQuery(false), enabled: fee.is_unconfirmed })
  const isProposed = waiting.data?.data.some((one) => one.action === 'payouts.raise_fee' && one.subject === id)
  const [first] = fee.transactions
  const present = fee.transactions.find((one) => one.is_present) ?? first
  if (!present || !first) return null
  const rate = (of: number) => `${rateText(of, i18n.locale)}\u00a0sat/vB`
  const facts = [
    { name: t`Fee`, value: moneyText(present.fee, i18n.locale) },
    fee.rates ? { name: t`Fee rate`, value: rate(fee.rates.present) } : undefined,
    fee.rates ? { name: t`Estimate now`, value: rate(fee.rates.estimate) } : undefined,
    fee.is_unconfirmed ? { name: t`Sent`, value: ago(first.made_at, now) } : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <div className="grid gap-3">
      <div>
        {fee.is_unconfirmed ? (
          <Badge tone="wait">
            <Trans>Unconfirmed</Trans>
          </Badge>
        ) : (
          <Badge tone="ok">
            <Trans>Confirmed</Trans>
          </Badge>
        )}
      </div>
      <Facts facts={facts} />
      {isProposed ? (
        <Notice tone="wait">
          <Trans>A decision waits for a second operator.</Trans>{' '}
          <Go to="/approvals" className="font-semibold underline">
            <Trans>Approvals</Trans>
          </Go>
        </Notice>
      ) : null}
      {fee.is_unconfirmed && !isProposed ? <Raise id={id} fee={fee} paid={present.fee} /> : null}
      {fee.transactions.length > 1 ? <Versions fee={fee} /> : null}
    </div>
  )
}

type Money = components['schemas']['Money']

/** Proposes a new rate. The suggested one is what the node estimates, where it is possible. */
function Raise({ id, fee, paid }: { id: string; fee: NetworkFee; paid: Money }) {
  const { t, i18n } = useLingui()
  const { rates } = fee
  const [text, setText] = useState<string>()
  if (!fee.can_propose)
    return (
      <p className="text-[14px] text-muted">
        <Trans>Another operator decides. Your role may only read it.</Trans>
      </p>
    )
  const proposed = rates?.proposed ?? rates?.least ?? 0
  const typed = text ?? rateText(proposed, i18n.locale)
  const rate = rateOf(typed)
  const isInside = rates !== undefined && rate !== undefined && rate >= rates.least && rate <= rates.most
  const from = rates ? rateText(rates.least, i18n.locale) : ''
  const to = rates ? rateText(rates.most, i18n.locale) : ''
  return (
    <ActButton
      label={<Trans>Raise the fee</Trans>}
      title={<Trans>Raise the network fee?</Trans>}
      about={
        <Trans>
          A new transaction with a higher fee replaces the present one. The customer receives the same amount. The
          platform pays the difference. Another operator has to agree.
        </Trans>
      }
      disabledReason={fee.obstacle ? i18n._(OBSTACLES[fee.obstacle]) : undefined}
      fields={
        <TextField
          label={t`New rate, sat/vB`}
          name="rate"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={setText}
          error={isInside ? undefined : t`Enter a rate from ${from} to ${to}`}
          hint={isInside && rates ? <Cost rate={rate} vbytes={rates.vbytes} paid={paid} /> : undefined}
        />
      }
      act={(reason) => raiseFee(id, fee.leg, rate ?? 0, reason)}
    />
  )
}

/** What the platform pays more at a rate. */
function Cost({ rate, vbytes, paid }: { rate: number; vbytes: number; paid: Money }) {
  const { i18n } = useLingui()
  const decimals = paid.amount.split('.')[1]?.length ?? 0
  const digits = String(extraAtoms({ rate, vbytes }, paid.amount)).padStart(decimals + 1, '0')
  const amount = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  const cost = moneyText({ ...paid, amount }, i18n.locale)
  return <Trans>Costs {cost} more</Trans>
}

/** The transactions of a replaced payout. At most one of them is confirmed. */
function Versions({ fee }: { fee: NetworkFee }) {
  const { i18n } = useLingui()
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p className="text-[13px] text-muted">
        <Trans>All spend the same coins, so only one can be confirmed.</Trans>
      </p>
      <ol className="grid gap-2">
        {fee.transactions.map((one) => (
          <li key={one.txid} className="grid gap-0.5 text-[13px]">
            <span className="flex flex-wrap items-baseline justify-between gap-2">
              <span className="tabular-nums">{moneyText(one.fee, i18n.locale)}</span>
              {one.is_present ? (
                <Badge tone={fee.is_unconfirmed ? 'wait' : 'ok'}>
                  {fee.is_unconfirmed ? <Trans>Present</Trans> : <Trans>Confirmed</Trans>}
                </Badge>
              ) : (
                <Badge>
                  <Trans>Replaced</Trans>
                </Badge>
              )}
            </span>
            <span className="font-mono text-[12px] break-all text-muted">{one.txid}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
