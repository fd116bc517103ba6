import { expect, it } from 'vitest'
import { filesOfBuild } from './offline.ts'

it('the code and the styles of every page are kept, words and pictures by use', () => {
  const manifest = {
    'src/main.tsx': { file: 'assets/start.js', isEntry: true, css: ['assets/start.css'] },
    'src/routes/_app.cabinet.tsx?tsr-split=component': { file: 'assets/home.js', css: ['assets/start.css'] },
    'src/locales/uk.po': { file: 'assets/uk.js' },
    'node_modules/letters.woff2': { file: 'assets/letters.woff2' },
  }
  const files = ['/assets/home.js', '/assets/start.css', '/assets/start.js', '/first.js', '/theme-init.js']
  expect(filesOfBuild(manifest)).toEqual(files)
  expect(filesOfBuild(Object.fromEntries(Object.entries(manifest).reverse()))).toEqual(files)
})
