import { useLingui } from '@lingui/react/macro'

const WIDTH = 8
const GAP = 3
const HEIGHT = 44

/** The transactions of each hour as bars. The current hour is not over and therefore paler. */
export function HourBars({ counts }: { counts: readonly number[] }) {
  const { t } = useLingui()
  const most = Math.max(1, ...counts)
  const busiest = Math.max(...counts)
  const thisHour = counts.at(-1) ?? 0
  return (
    <svg
      role="img"
      aria-label={t`Transactions per hour in the last 24 hours: at most ${busiest}, this hour ${thisHour}`}
      viewBox={`0 0 ${counts.length * (WIDTH + GAP) - GAP} ${HEIGHT}`}
      className="h-11 w-full max-w-[261px] text-brand max-[479px]:h-auto max-[479px]:max-w-none"
    >
      {counts.map((count, hour) => {
        const height = count === 0 ? 2 : Math.max(4, (count / most) * HEIGHT)
        const isNow = hour === counts.length - 1
        return (
          <rect
            key={hour}
            x={hour * (WIDTH + GAP)}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
            rx="2"
            fill={count === 0 ? 'var(--line)' : 'currentColor'}
            opacity={isNow && count > 0 ? 0.55 : 1}
          />
        )
      })}
    </svg>
  )
}
