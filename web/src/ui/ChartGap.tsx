/** The place of a chart while its code loads. With `views` to choose from it has a line above, and on a phone one below. */
export function ChartGap({ views = false }: { views?: boolean }) {
  return (
    <div
      aria-busy="true"
      className={views ? 'h-[352px] sm:h-[264px] desk:h-[304px]' : 'h-[276px] sm:h-[232px] desk:h-[272px]'}
    />
  )
}
