import type { Manifest } from './first-paint/preloads.ts'

/** Catalogues, like images and fonts, are cached on first use, because no user needs all of them. */
const BY_USE = /^src\/locales\//

/** The files that any page may need, in a stable order. */
export function filesOfBuild(manifest: Manifest): string[] {
  const chunks = Object.entries(manifest).filter(([key]) => !BY_USE.test(key))
  const files = chunks.flatMap(([, chunk]) => [chunk.file, ...(chunk.css ?? [])])
  const kept = [...new Set(files)].filter((file) => /\.(js|css)$/.test(file))
  return ['first.js', 'theme-init.js', ...kept].map((file) => `/${file}`).sort()
}
