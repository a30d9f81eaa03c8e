package com.example.farm;

/** The operations that the program needs from a GPU cloud, before and after the migration. */
interface Farm {

    String rent(String pod, String gpu);

    boolean isReady(String id);

    void giveBack(String id);
}
