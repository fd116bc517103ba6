import { createElement, type SVGProps } from 'react'

type Shape = [tag: string, attributes: SVGProps<SVGElement>]
type IconProps = SVGProps<SVGSVGElement> & { size?: number | string }

/**
 * Replaces lucide's icon factory (vite.config.ts) with the same element for lucide's shapes. Omits contexts, aliases
 * and absolute stroke widths, which the app does not use, to keep the start-up script small. Icons are hidden from
 * screen readers, because the text beside them has the meaning.
 */
export default function createIcon({ node }: { node: readonly Shape[] }) {
  return function Icon({ size = 24, ...rest }: IconProps) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
