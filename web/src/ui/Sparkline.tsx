/*
 * <Sparkline values /> — the course of a price, oldest first, as a small line. Decorative: the change stands beside it
 * in words. Keeps its space while the values load.
 */
import { sparkOf, sparkPath } from './spark'

type SparklineProps = { values: readonly string[] | undefined; className?: string }

export function Sparkline({ values = [], className = '' }: SparklineProps) {
  const { spots, rose } = sparkOf(values.map(Number))
  const end = spots.at(-1)
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 76 30"
      className={`h-auto w-[50px] shrink-0 desk:w-[76px] ${rose ? 'text-gain' : 'text-loss'} ${className}`}
    >
      <path
        d={sparkPath(spots)}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.7}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {end ? <circle cx={end.x} cy={end.y} r={2.6} fill="currentColor" /> : null}
    </svg>
  )
}
