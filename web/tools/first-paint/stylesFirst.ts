import type { Plugin } from 'vite'

const PLACE = '<!--agio:head-->'
const STYLES = /\s*<link rel="stylesheet"[^>]*>/g

/** Moves the styles before the scripts: rendering waits for them, and a browser limits the requests per host. */
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
