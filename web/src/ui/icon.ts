import { createElement, type SVGProps } from 'react'

type Shape = [tag: string, attributes: SVGProps<SVGElement>]
type IconProps = SVGProps<SVGSVGElement> & { size?: number | string }

/**
 * Takes the place of lucide's own maker of icons (vite.config.ts): the pictures are lucide's, the element is the same, and
 * contexts, aliases and other ways to measure a stroke, which nothing here uses, are not in the start-up script. A picture
 * says nothing to a screen reader: what it stands beside has a name.
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
