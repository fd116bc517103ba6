/* <Ring part whole /> — progress as a ring. Decorative: the numbers stand beside it in words. */
const RADIUS = 18

export function Ring({ part, whole }: { part: number; whole: number }) {
  const share = whole > 0 ? Math.min(part / whole, 1) : 0
  const circle = { cx: 22, cy: 22, r: RADIUS, fill: 'none', strokeWidth: 4.5 }
  return (
    <svg aria-hidden="true" width={44} height={44} viewBox="0 0 44 44" className="shrink-0 -rotate-90">
      <circle {...circle} className="stroke-line" />
      <circle
        {...circle}
        className="stroke-brand"
        strokeLinecap="round"
        pathLength={1}
        strokeDasharray={`${share} 1`}
      />
    </svg>
  )
}
