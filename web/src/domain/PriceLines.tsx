import { Trans, useLingui } from '@lingui/react/macro'
import type { Line, PaywayInfo } from '../api/exchangeTypes'
import { isZeroDecimal } from './decimal'
import { feeParts, lineWord, shownLines } from './lines'
import { amountText, shortMoneyText } from './money'
import { PRICE_LINE } from './priceLine'
import { ShortMoney } from './ShortMoney'

type PriceLinesProps = {
  lines: readonly Line[]
  /** The label of the processing line. */
  fromKind: PaywayInfo['kind'] | undefined
  network?: string | undefined
  all?: boolean
  stale?: boolean
  /** Marks each line with the colour of its part of the cost bar. */
  dots?: boolean
}

const EM = 'ml-2 not-italic'

/** All parts of the price with their rules. They add up exactly. */
export function PriceLines({ lines, fromKind, network, all = false, stale = false, dots = false }: PriceLinesProps) {
  const { i18n } = useLingui()
  return (
    <>
      {shownLines(lines, all).map((line) => (
        <div key={`${line.kind}-${line.currency}`} className={stale ? `${PRICE_LINE.row} opacity-60` : PRICE_LINE.row}>
          <dt className={PRICE_LINE.words}>
            {dots && line.kind !== 'amount_converted' && !isZeroDecimal(line.amount) ? (
              <i className="cost-dot" data-kind={line.kind} aria-hidden="true" />
            ) : null}
            {i18n._(lineWord(line.kind, fromKind))}
            <Rule line={line} locale={i18n.locale} network={network} />
          </dt>
          <dd className={PRICE_LINE.value}>
            {line.before_discount ? (
              <s className="mr-2 font-normal text-muted">
                <ShortMoney amount={line.before_discount} currency={line.currency} />
              </s>
            ) : null}
            {isFree(line) ? <Trans>Free</Trans> : <ShortMoney amount={line.amount} currency={line.currency} />}
          </dd>
        </div>
      ))}
    </>
  )
}

function isFree(line: Line): boolean {
  return line.kind !== 'rounding' && line.kind !== 'amount_converted' && isZeroDecimal(line.amount)
}

function Rule({ line, locale, network }: { line: Line; locale: string; network: string | undefined }) {
  if (line.kind === 'network_fee') return network ? <em className={EM}>{network}</em> : null
  return hasRule(line) ? (
    <em className={EM}>
      <FeeRule line={line} locale={locale} />
    </em>
  ) : null
}

/** Whether the fee follows a rule that can be displayed. */
export function hasRule(line: Line): boolean {
  const { add, percent, least } = feeParts(line)
  return Boolean(add || percent || least)
}

/** The rule of a fee: "0.50 € + 1 %, at least 1 €". */
export function FeeRule({ line, locale }: { line: Line; locale: string }) {
  const { add, percent, least, most } = feeParts(line)
  const money = (amount: string) => shortMoneyText({ amount, currency: line.currency }, locale)
  const words = [add ? money(add) : '', percent ? `${amountText(percent, locale)}\u00a0%` : '']
  const text = words.filter(Boolean).join(' + ')
  return (
    <>
      {text}
      {text && (least || most) ? ', ' : null}
      {least ? <Trans>at least {money(least)}</Trans> : null}
      {least && most ? ', ' : null}
      {most ? <Trans>at most {money(most)}</Trans> : null}
    </>
  )
}
