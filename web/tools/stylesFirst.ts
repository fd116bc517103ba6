import type { Plugin } from 'vite'

const PLACE = '<!--agio:head-->'
const STYLES = /\s*<link rel="stylesheet"[^>]*>/g

/** Names the styles before the scripts: nothing is seen without them, and a browser asks for few files of a host at once. */
export function stylesFirst(): Plugin {
  return {
    name: 'agio:styles-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(STYLES, '').replace(PLACE, `${(html.match(STYLES) ?? []).join('').trim()}\n    ${PLACE}`),
    },
  }
}
