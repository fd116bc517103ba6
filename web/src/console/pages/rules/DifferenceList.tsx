import { Trans, useLingui } from '@lingui/react/macro'
import type { NetworkRange, RulesDifference } from '../../api/rules'
import { useDifferenceWords } from './useDifferenceWords'

type DifferenceListProps = { differences: readonly RulesDifference[]; networks: readonly NetworkRange[] }

/** The differences of two versions, one per row: "Limit of Visa / MC, payouts, in 24 hours: 500 € → 400 €". */
export function DifferenceList({ differences, networks }: DifferenceListProps) {
  const { t } = useLingui()
  const words = useDifferenceWords(networks)
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
        return (
          <li
            key={[...one.path, one.before, one.after].join('/')}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-4 py-2.5 desk:px-[18px]"
          >
            <span className="min-w-0 wrap-anywhere">{about}</span>
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
