import { Trans } from '@lingui/react/macro'
import type { PaywayInfo, PaywayPause } from '../../../api/exchangeTypes'
import { isStanding, type MoneyFlow, ownWords, pausesOf } from '../../../domain/paywayPause/pauses'
import { usePauseWords } from '../../../domain/paywayPause/usePauseWords'
import { Notice } from '../../../ui/Notice'
import { useLingui } from '@lingui/react/macro'
import type { ExchangeForm } from '../start/useExchangeForm'

/** More would push the form out of sight. */
const SHOWN_MAX = 2

/** Says which payways of the chosen currencies are off, or will be within a day. */
export default function PaywayNotices({ form }: { form: ExchangeForm }) {
  const { catalogue, ends } = form
  const now = Date.now()
  const of = (end: 'from' | 'to', flow: MoneyFlow) => {
    const currency = catalogue.data?.currencies.find(({ code }) => code === ends[end]?.currency)
    const payways = catalogue.data?.payways.filter(({ code }) => currency?.payways.includes(code)) ?? []
    return payways.flatMap((payway) => pausesOf(payway, flow, now).map((pause) => ({ payway, pause })))
  }
  const found = new Map([...of('from', 'IN'), ...of('to', 'OUT')].map((each) => [each.pause, each]))
  return [...found.values()]
    .slice(0, SHOWN_MAX)
    .map(({ payway, pause }) => (
      <PaywayNotice key={`${payway.code} ${pause.from} ${pause.flow}`} payway={payway} pause={pause} now={now} />
    ))
}

type PaywayNoticeProps = { payway: PaywayInfo; pause: PaywayPause; now: number }

function PaywayNotice({ payway: { name }, pause, now }: PaywayNoticeProps) {
  const { i18n } = useLingui()
  const { at, cause } = usePauseWords()
  const why = cause(pause.cause)
  const own = ownWords(pause, i18n.locale)
  return (
    <Notice tone={isStanding(pause, now) ? 'wait' : 'act'}>
      <Window name={name} pause={pause} isPlanned={!isStanding(pause, now)} at={at} /> {why}.{own ? ` ${own}` : null}
    </Notice>
  )
}

type WindowProps = { name: string; pause: PaywayPause; isPlanned: boolean; at: (time: string) => string }

function Window({ name, pause, isPlanned, at }: WindowProps) {
  const from = at(pause.from)
  const until = pause.until && at(pause.until)
  if (isPlanned && until) {
    return (
      <Trans>
        {name} will be off from {from} until {until}.
      </Trans>
    )
  }
  return until ? (
    <Trans>
      {name} is off until {until}.
    </Trans>
  ) : (
    <Trans>{name} is off for now.</Trans>
  )
}
