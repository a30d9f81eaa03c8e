// What the build reads and where the site will be served. The profile `site` of Maven sets the environment variables.
import { resolve } from 'node:path';

// Astro moves modules when it builds. Only the working folder is the same in all of them.
export const repository = resolve('../..');
/** The folder with gpu-cloud-v2.json and the other forms of the documents, which the Java build writes. */
export const contracts = resolve(repository, 'openapi/target/classes/META-INF/openapi');
/** The folder of the finished site. */
export const output = resolve(process.env.SITE_OUTPUT ?? 'target/site');
/** Version of the artifacts. */
export const version = process.env.PROJECT_VERSION ?? 'SNAPSHOT';
/** Address of the project, which the texts name. Undefined if there is only the placeholder of the build. */
export const home = /^https?:\/\/[^/]*\.example(\/|$)/.test(process.env.PROJECT_HOME ?? '') ? undefined : process.env.PROJECT_HOME || undefined;
/** Address of the project's files, for links to files that are not pages. Empty: such links become text. */
export const files = process.env.PROJECT_FILES || undefined;
/** Address at which readers can change the project's files. Empty: pages have neither a link to it nor the date of their last change. */
export const edit = process.env.PROJECT_EDIT || undefined;
/** Origin of the site, such as https://docs.example.com, for canonical links and the sitemap. Empty: the site has neither. */
export const address = process.env.SITE_ADDRESS || undefined;
/** Path of the site on its host. */
export const base = process.env.SITE_BASE || '/';
