import { Trans, useLingui } from '@lingui/react/macro'
import type { RulesDifference } from '../../api/rules'
import { customerEffect } from './customerEffect'
import { type RuleNames, useDifferenceWords } from './useDifferenceWords'
import { useEffectWords } from './useEffectWords'

type DifferenceListProps = {
  differences: readonly RulesDifference[]
  names: RuleNames
  /** Whether a row says what it means for customers. */
  hasEffects?: boolean
}

/** The differences of two versions, one per row: "Limit of Visa / MC, payouts, in 24 hours: 500 € → 400 €". */
export function DifferenceList({ differences, names, hasEffects = false }: DifferenceListProps) {
  const { t } = useLingui()
  const words = useDifferenceWords(names)
  const effects = useEffectWords()
  if (differences.length === 0)
    return (
      <p className="text-muted">
        <Trans>Both versions are the same.</Trans>
      </p>
    )
  return (
    <ul aria-label={t`Differences`} className="-mx-4 -mb-4 divide-y divide-line border-t border-line desk:-mx-[18px]">
      {differences.map((one) => {
        const { about, before, after } = words(one)
        const effect = hasEffects ? customerEffect(one) : undefined
        return (
          <li
            key={[...one.path, one.before, one.after].join('/')}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-4 py-2.5 desk:px-[18px]"
          >
            <span className="min-w-0 wrap-anywhere">
              {about}
              {effect ? <span className="block text-[13px] text-muted">{effects[effect]}</span> : null}
            </span>
            <span className="min-w-0 text-right tabular-nums wrap-anywhere">
              {before === undefined ? null : (
                <del className="text-muted no-underline">
                  {before}
                  <span aria-hidden="true"> → </span>
                </del>
              )}
              <ins className="font-[580] no-underline">{after ?? <Trans>removed</Trans>}</ins>
              {before === undefined ? (
                <span className="text-muted">
                  {' '}
                  <Trans>(new)</Trans>
                </span>
              ) : null}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
