import { useLingui } from '@lingui/react/macro'
import type { SourceQuote } from '../../api/rates'
import { ageText, priceText } from './text'

/** The last price of each source with its age. One that does not count is struck through, with the reason. */
export function Sources({ sources, now }: { sources: readonly SourceQuote[]; now: number }) {
  const { t, i18n } = useLingui()
  const why = { outlier: t`too far from the others`, stale: t`too old`, off: t`switched off` }
  return (
    <ul className="grid gap-0.5 text-right text-[13px] desk:text-left">
      {sources.map((one) => (
        <li key={one.source}>
          <span className={one.dropped ? 'text-muted line-through' : ''}>
            {one.source} <span className="tabular-nums">{priceText(one.price, i18n.locale)}</span>
          </span>{' '}
          <span className="text-muted">
            {ageText(one.at, now, i18n.locale)}
            {one.dropped ? ` · ${why[one.dropped]}` : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
