import { Skeleton } from '../../ui/Skeleton'

/** The space of the price and its chart. */
export function PanelGap() {
  return (
    <div aria-busy="true" className="landing-panel-body">
      <div className="landing-panel-head" />
      <div className="landing-chart" />
      <div className="h-11" />
    </div>
  )
}

const TILES = ['a', 'b', 'c', 'd', 'e']

/** The space of the popular coins. */
export function CoinsGap() {
  return (
    <div aria-busy="true" className="landing-coins">
      {TILES.map((tile) => (
        <Skeleton key={tile} className="landing-coin" />
      ))}
    </div>
  )
}
