/* <Progress label percent /> — the bar above a flow; 0 to 100. */
export function Progress({ label, percent }: { label: string; percent: number }) {
  const shown = Math.min(100, Math.max(0, percent))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      className="mb-5 h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full w-full origin-left rounded-full bg-brand transition-transform duration-300"
        style={{ transform: `scaleX(${shown / 100})` }}
      />
    </div>
  )
}
