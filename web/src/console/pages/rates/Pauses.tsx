import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Select } from '../../../ui/Select'
import { pauseQuotes, type QuotingPause, type RateBoard, resumeQuotes } from '../../api/rates'
import { ActButton } from '../../parts/ActButton'
import { Card } from '../../parts/Card'
import { shortTime } from '../../parts/when'

/** What is not quoted for now, and the buttons that pause and resume it. */
export function Pauses({ board, may }: { board: RateBoard; may: boolean }) {
  const { pauses } = board
  if (pauses.length === 0 && !may) return null
  const isAll = pauses.some(({ currencies }) => currencies.length === 0)
  return (
    <Card
      title={<Trans>Paused quotes</Trans>}
      aside={
        may ? (
          <div className="flex flex-wrap gap-2">
            <PausePair board={board} />
            {isAll ? null : <PauseAll />}
          </div>
        ) : null
      }
    >
      {pauses.length === 0 ? (
        <p className="text-[14px] text-muted">
          <Trans>Nothing is paused.</Trans>
        </p>
      ) : (
        <ul className="grid gap-3">
          {pauses.map((pause) => (
            <PauseRow key={pause.currencies.join('/')} pause={pause} may={may} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function PauseRow({ pause, may }: { pause: QuotingPause; may: boolean }) {
  const { i18n } = useLingui()
  const { currencies } = pause
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <div className="min-w-0">
        <p className="font-semibold">{currencies.length === 0 ? <Trans>Everything</Trans> : currencies.join(' / ')}</p>
        <p className="text-[14px] wrap-anywhere">{pause.reason}</p>
        <p className="text-[13px] text-muted wrap-anywhere">
          {pause.by} · {shortTime(pause.at, i18n.locale)}
        </p>
      </div>
      {may ? (
        <ActButton
          label={<Trans>Resume</Trans>}
          title={<Trans>Resume these quotes?</Trans>}
          about={<Trans>Customers can exchange again at once.</Trans>}
          act={(reason) => resumeQuotes(currencies, reason)}
        />
      ) : null}
    </li>
  )
}

function PauseAll() {
  return (
    <ActButton
      danger
      label={<Trans>Pause everything</Trans>}
      title={<Trans>Pause all quotes?</Trans>}
      about={<Unavailable />}
      act={(reason) => pauseQuotes([], reason)}
    />
  )
}

function PausePair({ board }: { board: RateBoard }) {
  const { t } = useLingui()
  const [one, setOne] = useState('BTC')
  const [other, setOther] = useState<string>(board.base)
  const codes = [board.base, ...board.data.map(({ currency }) => currency)]
  const options = codes.map((code) => (
    <option key={code} value={code}>
      {code}
    </option>
  ))
  return (
    <ActButton
      label={<Trans>Pause a pair</Trans>}
      title={<Trans>Pause quotes of a pair?</Trans>}
      about={<Unavailable />}
      fields={
        <div className="grid grid-cols-2 gap-3">
          <Select label={t`Currency`} value={one} onChange={setOne}>
            {options}
          </Select>
          <Select label={t`And`} value={other} onChange={setOther}>
            {options}
          </Select>
        </div>
      }
      act={(reason) => pauseQuotes([one, other], reason)}
    />
  )
}

function Unavailable() {
  return (
    <Trans>
      Customers see that the exchange is temporarily unavailable, in both directions. They do not see the reason. Orders
      with a quote go on.
    </Trans>
  )
}
