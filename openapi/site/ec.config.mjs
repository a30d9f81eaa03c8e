// Code blocks: each has the name of its language above it, and no decoration of a window.
import { select, setProperty } from '@expressive-code/core/hast';
import { defineEcConfig } from '@astrojs/starlight/expressive-code';

const NAMES = {
  bash: 'Shell', console: 'Shell', cmd: 'Windows', dockerfile: 'Dockerfile', go: 'Go', groovy: 'Gradle', http: 'HTTP', ini: 'INI', java: 'Java', js: 'JavaScript',
  json: 'JSON', kotlin: 'Kotlin', powershell: 'PowerShell', properties: 'Properties', python: 'Python', sh: 'Shell', shell: 'Shell', toml: 'TOML', ts: 'TypeScript', typescript: 'TypeScript', xml: 'XML', yaml: 'YAML',
};

const labels = {
  name: 'labels',
  hooks: {
    preprocessMetadata({ codeBlock: { props, language } }) {
      if (props.frame === 'none') return;
      props.frame = 'code';
      props.title ||= NAMES[language] ?? 'Text';
    },
    // The keyboard must reach wide code, also before scripts have run.
    postprocessRenderedBlock({ renderData }) {
      const pre = select('pre', renderData.blockAst);
      if (pre) setProperty(pre, 'tabindex', '0');
    },
  },
};

export default defineEcConfig({
  plugins: [labels],
  frames: { extractFileNameFromCode: false },
  styleOverrides: { borderRadius: '0.4rem', frames: { frameBoxShadowCssValue: 'none' } },
});
