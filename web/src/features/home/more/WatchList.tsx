import { Trans } from '@lingui/react/macro'
import type { CurrencyInfo } from '../../../api/exchangeTypes'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { toggled, WATCHED_MAX } from './watch'

type WatchListProps = { offered: readonly CurrencyInfo[]; chosen: string[]; onChange: (codes: string[]) => void }

/** All coins with their boxes. A full choice disables the others. */
export function WatchList({ offered, chosen, onChange }: WatchListProps) {
  const isFull = chosen.length >= WATCHED_MAX
  return (
    <>
      <p className="pb-2 text-[14px] text-muted">
        <Trans>Up to four coins. This browser keeps your choice.</Trans>
      </p>
      <ul className="divide-y divide-line">
        {offered.map(({ code, name }) => {
          const isChosen = chosen.includes(code)
          return (
            <li key={code}>
              <label className="flex min-h-14 cursor-pointer items-center gap-3 has-disabled:cursor-not-allowed has-disabled:opacity-55">
                <CurrencyIcon code={code} size={34} />
                <span className="grid min-w-0 flex-1">
                  <span className="t-row">{name}</span>
                  <span className="t-cap text-muted">{code}</span>
                </span>
                <input
                  type="checkbox"
                  className="size-5 accent-brand"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() => onChange(toggled(chosen, code))}
                />
              </label>
            </li>
          )
        })}
      </ul>
    </>
  )
}
