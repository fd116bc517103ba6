import { isNear, shareOf } from './share'

type LimitBarProps = { label: string; used: string; limit: string }

/** The used part of a limit. Words beside it always say the same. */
export function LimitBar({ label, used, limit }: LimitBarProps) {
  const share = shareOf(used, limit)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className={`h-full w-full origin-left rounded-full ${isNear(used, limit) ? 'bg-(--c2)' : 'bg-brand'}`}
        style={{ transform: `scaleX(${share / 100})` }}
      />
    </div>
  )
}
